// Light, dark, or as the system says; and whether to move things.
import { useEffect, useState } from "preact/hooks";

export type Theme = "auto" | "light" | "dark";
const key = "agon.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

function kept(): Theme {
  try {
    const value = localStorage.getItem(key);
    return value === "light" || value === "dark" ? value : "auto";
  } catch {
    return "auto"; // storage may be forbidden
  }
}

function show(theme: Theme): void {
  const isDark = theme === "dark" || (theme === "auto" && dark.matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(kept);
  useEffect(() => {
    const change = (): void => show(theme);
    change();
    dark.addEventListener("change", change);
    return () => dark.removeEventListener("change", change);
  }, [theme]);
  const choose = (chosen: Theme): void => {
    try {
      localStorage.setItem(key, chosen);
    } catch {
      // Then it lasts until the page is closed.
    }
    show(chosen);
    setTheme(chosen);
  };
  return [theme, choose];
}

/** Things move; pictures of what came out stand for a moment; or everything is there at once. */
export type Motion = "full" | "still" | "none";

const motionKey = "agon.motion";

function isInstantKept(): boolean {
  try {
    return localStorage.getItem(motionKey) === "none";
  } catch {
    return false;
  }
}

/** As the system asks for, unless the player wants no pictures in between at all. */
export function useMotion(): { motion: Motion; isInstant: boolean; setInstant(isInstant: boolean): void } {
  const isReduced = useReducedMotion();
  const [isInstant, setIsInstant] = useState(isInstantKept);
  const setInstant = (wanted: boolean): void => {
    try {
      localStorage.setItem(motionKey, wanted ? "none" : "auto");
    } catch {
      // Then it lasts until the page is closed.
    }
    setIsInstant(wanted);
  };
  return { motion: isInstant ? "none" : isReduced ? "still" : "full", isInstant, setInstant };
}

function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(reducedMotion.matches);
  useEffect(() => {
    const change = (): void => setReduced(reducedMotion.matches);
    reducedMotion.addEventListener("change", change);
    return () => reducedMotion.removeEventListener("change", change);
  }, []);
  return reduced;
}
