"""Small policy-value networks: numpy for learning, whole numbers for playing.

`Net` is a multilayer perceptron on observations. `save` writes it with integer weights, and `Frozen` is what the
bot `net:FILE` computes from that file: the same numbers in C and here, on every platform.

The file, little-endian: "AGONNET1", the game's id in 32 bytes, then as uint32 players, width, actions, inputs,
layers, sharpness; the inputs as (uint16 column, uint16 kind, int32 operand); and for every layer uint32 outputs,
uint32 shift, int32 biases[outputs], int16 weights[inputs of the layer][outputs]. Activations have 12 fractional
bits: a linear input is value times operand, a one-hot one 4096 where the value equals the operand; a layer's output is
(sum of weight times input) >> shift, plus its bias, and for all but the last not below 0. The last layer has an
output per action number, and one more: the value for the viewer.
"""
from __future__ import annotations

import pathlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agon.game import Game

MAGIC = b"AGONNET1"
ONE = 4096
LINEAR, EQUALS = 0, 1
LARGEST = 1 << 24  # of an activation

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Input:
    """A number the net sees: a column of the observation times `operand`, or whether it equals `operand`."""

    column: int
    kind: int
    operand: float


def inputs_for(game: Game, one_hot: dict[str, int], scales: dict[str, float] | None = None) -> list[Input]:
    """The observation as inputs: parts named in `one_hot` by value, 1 … n; the others scaled."""
    inputs: list[Input] = []
    for part in game.observation_parts:
        for column in range(part.start, part.start + part.count):
            if part.name in one_hot:
                inputs += [Input(column, EQUALS, value) for value in range(1, one_hot[part.name] + 1)]
            else:
                inputs.append(Input(column, LINEAR, (scales or {}).get(part.name, 1.0)))
    return inputs


class Net:
    """Layers of rectified linear units with two heads: a logit per action number, and a value in -1 … 1."""

    def __init__(self, game: Game, inputs: Sequence[Input], hidden: Sequence[int], seed: int = 0) -> None:
        self.game = game
        self.inputs = list(inputs)
        self._columns = np.array([i.column for i in inputs])
        self._equals = np.array([i.kind == EQUALS for i in inputs])
        self._operands = np.array([i.operand for i in inputs], np.float32)
        rng = np.random.default_rng(seed)
        sizes = [len(inputs), *hidden, game.actions + 1]
        self.weights: list[Floats] = []
        self.biases: list[Floats] = []
        for rows, columns in zip(sizes, sizes[1:]):
            spread = np.sqrt(2 / rows) if columns != sizes[-1] else 0.01
            self.weights.append((rng.standard_normal((rows, columns)) * spread).astype(np.float32))
            self.biases.append(np.zeros(columns, np.float32))

    def encode(self, observations: npt.NDArray[Any]) -> Floats:
        """Observations as inputs, one row each."""
        picked = observations[:, self._columns]
        hot = picked == self._operands
        return np.where(self._equals, hot, picked * self._operands).astype(np.float32)

    def forward(self, x: Floats) -> tuple[list[Floats], Floats, Floats]:
        """Activations of the layers, logits, values."""
        layers = [x]
        for weights, biases in zip(self.weights[:-1], self.biases[:-1]):
            layers.append(np.maximum(layers[-1] @ weights + biases, 0))
        out = layers[-1] @ self.weights[-1] + self.biases[-1]
        return layers, out[:, :-1], np.tanh(out[:, -1])

    def __call__(self, observations: npt.NDArray[Any]) -> tuple[Floats, Floats]:
        """(logits, values) of observations."""
        _, logits, values = self.forward(self.encode(observations))
        return logits, values

    def backward(self, layers: list[Floats], slope: Floats) -> list[Floats]:
        """Gradients of weights and biases, in this order, layer by layer; `slope` is that of the outputs."""
        found: list[Floats] = []
        for i in reversed(range(len(self.weights))):
            found += [slope.sum(0), layers[i].T @ slope]
            if i:
                slope = (slope @ self.weights[i].T) * (layers[i] > 0)
        return found[::-1]

    def parameters(self) -> list[Floats]:
        return [array for pair in zip(self.weights, self.biases) for array in pair]

    def save(self, path: str | pathlib.Path, sharpness: float = 1.0) -> None:
        """Writes the net with integer weights. Its bot draws actions by softmax(sharpness · logits); 0: the best."""
        game = self.game
        data = MAGIC + game.id.encode().ljust(32, b"\0")
        data += struct.pack("<6I", game.players, game.width, game.actions, len(self.inputs), len(self.weights),
                            round(sharpness * ONE))
        for one in self.inputs:
            operand = round(one.operand * ONE) if one.kind == LINEAR else round(one.operand)
            data += struct.pack("<HHi", one.column, one.kind, operand)
        for weights, biases in zip(self.weights, self.biases):
            most = float(np.abs(weights).max()) or 1.0
            shift = int(np.clip(np.floor(np.log2(32767 / most)), 0, 20))
            data += struct.pack("<2I", weights.shape[1], shift)
            data += np.round(biases * ONE).astype("<i4").tobytes()
            data += np.round(weights * float(1 << shift)).astype("<i2").tobytes()
        pathlib.Path(path).write_bytes(data)


class Frozen:
    """What a net's file computes, in whole numbers, as the bot does."""

    def __init__(self, path: str | pathlib.Path) -> None:
        data = pathlib.Path(path).read_bytes()
        if data[:8] != MAGIC:
            raise ValueError(f"{path} is not a net")
        self.game_id = data[8:40].rstrip(b"\0").decode()
        self.players, self.width, self.actions, inputs, layers, self.sharpness = struct.unpack_from("<6I", data, 40)
        at = 64
        table = np.frombuffer(data, np.dtype([("column", "<u2"), ("kind", "<u2"), ("operand", "<i4")]), inputs, at)
        self._columns = table["column"].astype(np.int64)
        self._kinds = table["kind"]
        self._operands = table["operand"].astype(np.int64)
        at += 8 * inputs
        self._layers: list[tuple[Ints, Ints, int]] = []
        rows = inputs
        for _ in range(layers):
            outputs, shift = struct.unpack_from("<2I", data, at)
            biases = np.frombuffer(data, "<i4", outputs, at + 8).astype(np.int64)
            weights = np.frombuffer(data, "<i2", rows * outputs, at + 8 + 4 * outputs).astype(np.int64)
            self._layers.append((weights.reshape(rows, outputs), biases, shift))
            at += 8 + 4 * outputs + 2 * rows * outputs
            rows = outputs

    def __call__(self, observation: npt.NDArray[Any]) -> Ints:
        """The outputs for one observation, with 12 fractional bits: a logit per action, then the value."""
        picked = observation[self._columns].astype(np.int64)
        x = np.where(self._kinds == EQUALS, (picked == self._operands) * ONE, picked * self._operands)
        x = np.clip(x, -LARGEST, LARGEST)
        for i, (weights, biases, shift) in enumerate(self._layers):
            x = np.clip(((x @ weights) >> shift) + biases, -LARGEST, LARGEST)
            if i + 1 < len(self._layers):
                x = np.maximum(x, 0)
        return x
