import { type Theme, useTheme } from "../theme.ts";
import { texts } from "../texts.ts";

const themes: Theme[] = ["auto", "light", "dark"];

export function ThemeSwitch() {
  const [theme, setTheme] = useTheme();
  return (
    <label class="theme-switch">
      <span class="visually-hidden">{texts.theme.label}</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        {themes.map((value) => (
          <option key={value} value={value}>{texts.theme[value]}</option>
        ))}
      </select>
    </label>
  );
}
