// The options of a game, as form fields.
import type { Option } from "../board.ts";

type Values = Record<string, number | string | boolean>;

function Field({ option, value, onChange }: { option: Option; value: Values[string]; onChange(value: Values[string]): void }) {
  switch (option.kind) {
    case "number":
      return (
        <input type="number" min={option.min} max={option.max} step={1} required value={value as number}
          onInput={(event) => onChange(event.currentTarget.valueAsNumber)} />
      );
    case "choice":
      return (
        <select value={value as string} onChange={(event) => onChange(event.currentTarget.value)}>
          {option.choices.map(([word, label]) => <option key={word} value={word}>{label}</option>)}
        </select>
      );
    case "switch":
      return (
        <input type="checkbox" checked={value as boolean} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
  }
}

export function Options({ options, values, onChange }: { options: Option[]; values: Values; onChange(values: Values): void }) {
  return (
    <>
      {options.map((option) => (
        <label class="field" key={option.key}>
          <span>{option.label}</span>
          <Field option={option} value={values[option.key]!} onChange={(value) => onChange({ ...values, [option.key]: value })} />
          {option.help && <small>{option.help}</small>}
        </label>
      ))}
    </>
  );
}
