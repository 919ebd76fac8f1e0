// The small pictures of the rules pages, by game and name. Loaded with them, not before.
import type { FunctionComponent } from "preact";
import { Face, UnitFace } from "../boards/skirmish/CardFace.tsx";
import { basePower, cardName, cardNames, cardText } from "../boards/skirmish/cards.ts";
import { ICONS } from "../boards/skirmish/icons.ts";
import "../boards/skirmish/board.css";
import "../boards/stellar-skirmish/board.css";
import "../boards/entropy/board.css";
import { attackOdds } from "../boards/entropy/odds.ts";
import { NodeGlyph } from "../boards/entropy/NodeGlyph.tsx";
import { Hand } from "../boards/rock-paper-scissors/hands.tsx";
import { CardShape, PlanetDisc } from "../boards/stellar-skirmish/Table.tsx";
import { percent } from "../boards/shared/numbers.ts";
import { SeatPatterns } from "../boards/shared/pieces.tsx";
import { texts } from "../texts.ts";
import "./rules.css";

type Figures = Record<string, FunctionComponent>;

const planet = (points: number) => ({ id: "", victory_points: points, name: null, class: null, abilities: [] });

function Cycle() {
  return (
    <svg viewBox="0 0 300 190" class="figure-small">
      <g fill="none" stroke="var(--ink-2)" stroke-width="3" marker-end="url(#rule-head)">
        <path d="M95 60Q60 90 62 118" />
        <path d="M110 158Q150 176 190 158" />
        <path d="M238 118Q240 90 205 60" />
      </g>
      <defs>
        <marker id="rule-head" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="5" markerHeight="5" orient="auto">
          <path d="M0 0L10 5L0 10z" fill="var(--ink-2)" />
        </marker>
      </defs>
      <svg x="115" y="0" width="70" height="77" style="color:var(--seat-0)">
        <Hand choice="rock" />
      </svg>
      <svg x="30" y="112" width="70" height="77" style="color:var(--seat-1)">
        <Hand choice="scissors" />
      </svg>
      <svg x="200" y="112" width="70" height="77" style="color:var(--seat-2)">
        <Hand choice="paper" />
      </svg>
    </svg>
  );
}

/** Cards below the pot; the winner's shines. */
function Pot({ planets, plays, winner }: { planets: number[]; plays: number[]; winner: number | null }) {
  return (
    <svg viewBox="0 0 360 190" class="stellar-table figure-small">
      <SeatPatterns prefix="sky" />
      <rect width="360" height="190" rx="12" class="sky" />
      <ellipse cx="180" cy="52" rx="130" ry="42" class="pot-ring" />
      {planets.map((points, i) => (
        <g transform={`translate(${180 + (i - (planets.length - 1) / 2) * 66} 52)`}>
          <PlanetDisc planet={planet(points)} r={24} />
        </g>
      ))}
      {plays.map((card, seat) => (
        <g transform={`translate(${100 + seat * 80} 142)`} class={`play ${winner === seat ? "is-winner" : "is-dull"}`}>
          <CardShape value={card} seat={seat} />
        </g>
      ))}
    </svg>
  );
}

function Attack() {
  const nodes: [number, number, number, number][] = [
    [80, 80, 0, 5],
    [250, 80, 1, 3],
    [80, 190, 0, 2],
    [250, 190, 2, 7],
  ];
  return (
    <svg viewBox="0 0 340 240" class="figure-small">
      <SeatPatterns />
      <g class="links">
        <line x1="80" y1="80" x2="80" y2="190" class="link link-own" style="--seat:var(--seat-0)" />
        <line x1="80" y1="80" x2="250" y2="190" class="link" />
        <line x1="250" y1="80" x2="250" y2="190" class="link" />
        <line x1="80" y1="80" x2="250" y2="80" class="link link-lit" />
      </g>
      {nodes.map(([x, y, owner, dice], index) => (
        <NodeGlyph
          node={{ owner, dice, neighbors: [] }}
          index={index}
          at={{ x, y }}
          chosen={index === 0}
          ready={false}
          odds={index === 1 ? percent(attackOdds(5, 3).chance) : null}
          gained={0}
        />
      ))}
    </svg>
  );
}

function Odds() {
  const dice = [1, 2, 3, 4, 5, 6, 7, 8];
  return (
    <div class="table-frame" tabIndex={0} role="group" aria-label={texts.rulesPage.table}>
      <table class="odds-table">
        <thead>
          <tr>
            <td />
            {dice.map((d) => (
              <th scope="col">{d}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dice.slice(1).map((a) => (
            <tr>
              <th scope="row">{a}</th>
              {dice.map((d) => {
                const { chance } = attackOdds(a, d);
                return <td style={`--chance:${Math.round(chance * 100)}%`}>{Math.round(chance * 100)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Power() {
  const unit = {
    cardId: "0-warlock-1",
    card: "warlock" as const,
    owner: 0 as const,
    base: 3,
    buffs: 3,
    damage: 2,
    power: 6,
    cooldown: 0,
    activated: false,
    silenced: false,
  };
  const words = texts.boards.skirmish;
  return (
    <svg viewBox="0 0 330 150" class="figure-small">
      <SeatPatterns />
      <g transform="translate(20 14)">
        <UnitFace unit={unit} modifier={2} />
      </g>
      <g class="figure-text">
        <text x="140" y="42">
          6 = 3 {words.base}
        </text>
        <text x="140" y="68" class="good">
          +3 {words.buffs}
        </text>
        <text x="140" y="94" class="bad">
          −2 {words.damage}
        </text>
        <text x="140" y="120" class="accent">
          +2 {words.slot}
        </text>
      </g>
    </svg>
  );
}

function Close() {
  return (
    <svg viewBox="0 0 330 150" class="figure-small">
      {[0, 1, 2, 3, 4].map((terrain) =>
        [0, 1].map((row) => {
          const near = terrain === 1 || terrain === 3,
            own = terrain === 2 && row === 1,
            front = terrain === 2 && row === 0;
          return (
            <g
              transform={`translate(${8 + terrain * 64} ${8 + row * 70})`}
              class={own ? "zone-own" : near ? "zone-close" : front ? "zone-front" : "zone"}
            >
              <rect width="56" height="62" rx="7" />
              <text x="28" y="37">
                {own ? "★" : near ? texts.boards.skirmish.close : front ? texts.boards.skirmish.inFront : ""}
              </text>
            </g>
          );
        }),
      )}
    </svg>
  );
}

function Cards() {
  return (
    <ul class="rule-cards">
      {cardNames.map((card) => (
        <li>
          <svg viewBox="-2 -2 96 126" width="62" aria-hidden="true">
            <SeatPatterns />
            <Face card={card} seat={card in ICONS ? 0 : 1} />
          </svg>
          <div>
            <b>{cardName(card)}</b>{" "}
            <small>{basePower(card) === null ? texts.boards.skirmish.kinds.action : basePower(card)}</small>
            <p>{cardText(card)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Distance() {
  return (
    <svg viewBox="0 0 320 224" class="figure-small">
      <rect width="320" height="224" rx="8" fill="#0d1830" />
      {[3, 2, 1].map((d) => (
        <rect
          x={144 - d * 32}
          y={96 - d * 32}
          width={32 + d * 64}
          height={32 + d * 64}
          fill="none"
          stroke="#9cc7ff"
          stroke-opacity="0.7"
        />
      ))}
      <g fill="#cfe0ff" font-size="13" text-anchor="middle" font-family="system-ui,sans-serif">
        {[1, 2, 3].map((d) => (
          <>
            <text x={160 + d * 32} y="117">
              {d}
            </text>
            <text x={160 - d * 32} y="117">
              {d}
            </text>
          </>
        ))}
        {[1, 2, 3].map((d) => (
          <>
            <text x="160" y={117 - d * 32}>
              {d}
            </text>
            <text x={160 + d * 32} y={117 - d * 32}>
              {d}
            </text>
          </>
        ))}
      </g>
      <circle cx="160" cy="112" r="12" fill="#56b4e9" />
      <circle cx="256" cy="48" r="9" fill="none" stroke="#ffd76a" stroke-width="2.5" stroke-dasharray="4 3" />
      <text x="282" y="52" fill="#ffd76a" font-size="14" font-weight="700" font-family="system-ui,sans-serif">
        3
      </text>
    </svg>
  );
}

function Ships({ count, lost, x, color }: { count: number; lost: number; x: number; color: string }) {
  return (
    <>
      {Array.from({ length: count }, (_, i) => (
        <path
          d="M0-9L8 9L0 4L-8 9Z"
          transform={`translate(${x + i * 22} 36)`}
          fill={color}
          opacity={i >= count - lost ? 0.25 : 1}
        />
      ))}
    </>
  );
}

function Fight() {
  return (
    <svg viewBox="0 0 330 72" class="figure-small">
      <rect width="330" height="72" rx="8" fill="#0d1830" />
      <Ships count={5} lost={2} x={26} color="#56b4e9" />
      <path d="M152 26l20 20M172 26l-20 20" stroke="#ffd76a" stroke-width="3" />
      <Ships count={3} lost={3} x={212} color="#ff8a4c" />
    </svg>
  );
}

export const figures: Record<string, Figures> = {
  "rock-paper-scissors": { cycle: Cycle },
  "stellar-skirmish": {
    battle: () => <Pot planets={[3]} plays={[7, 9, 4]} winner={1} />,
    tie: () => <Pot planets={[3, 2]} plays={[9, 9, 4]} winner={null} />,
  },
  entropy: { attack: Attack, odds: Odds },
  skirmish: { power: Power, close: Close, cards: Cards },
  "space-conquest": { distance: Distance, fight: Fight },
};
