// Numbers as people read them.

/** A chance in whole per cent; what is not certain never reads as certain. */
export function percent(chance: number): string {
  const value = chance * 100;
  if (value > 0 && value < 1) return "<1 %";
  if (value < 100 && value > 99) return ">99 %";
  return `${Math.round(value)} %`;
}

/** With its sign, and a real minus. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
