// One line drawing per card in a box of 24 × 24: stroked, not filled, so that it takes the colour
// of the text in both themes. A letter stands in for a card that has none.

export const ICONS: Record<string, string> = {
  acolyte: "M12 3c2 2 2 4 0 5c-2-1-2-3 0-5zM9 9h6v11H9zM7 20h10M12 9v3",
  apprentice: "M4 5c3-1 6-1 8 1c2-2 5-2 8-1v13c-3-1-6-1-8 1c-2-2-5-2-8-1zM12 6v13",
  archer: "M6 3c9 2 13 8 13 18M6 3l13 18M4 20L16 8M16 8h-4M16 8v4",
  assassinate: "M12 3v11M9 14h6M12 14v5M10 21h4M12 3l-2 4M12 3l2 4M4 8l3 2M20 8l-3 2",
  bard: "M9 18V5l10-2v13M9 9l10-2M9 18a3 2.4 0 1 1-6 0a3 2.4 0 1 1 6 0M19 16a3 2.4 0 1 1-6 0a3 2.4 0 1 1 6 0",
  champion: "M4 18L3 7l5 4l4-7l4 7l5-4l-1 11zM4 21h16",
  dragon: "M3 19c2-8 6-9 7-14l3 3l5-4l-1 6l4 3l-5 1c0 4-4 6-8 5c-2 0-4 0-5 0zM13 11h.5M9 16c2 0 4-1 5-2",
  energize: "M13 2L5 14h6l-1 8l9-13h-6z",
  engineer:
    "M12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  fireball:
    "M12 21a6 6 0 0 1-6-6c0-4 3-5 3-9c3 1 4 3 4 5c1-1 1-2 1-3c3 2 4 4 4 7a6 6 0 0 1-6 6zM12 21c-2-1-2-4 0-6c2 2 2 5 0 6",
  ghoul: "M5 11a7 7 0 0 1 14 0v4l-3 2v3H8v-3l-3-2zM8 12h2v2H8zM14 12h2v2h-2zM12 20v-3",
  hunter: "M12 5a7 7 0 1 1 0 14a7 7 0 1 1 0-14M12 2v6M12 16v6M2 12h6M16 12h6",
  knight: "M6 21V10a6 7 0 0 1 12 0v11M6 12h12M9 12v3M12 12v3M15 12v3M12 3V1M6 21h12",
  mimic: "M3 5h10v7a5 5 0 0 1-10 0zM11 12v2a5 5 0 0 0 10 0V8h-8M6 8h.5M9.5 8h.5M6.5 12c1 1 2 1 3 0M15 17c1-1 2-1 3 0",
  necromancer:
    "M12 2a6 6 0 0 1 4 10v2H8v-2a6 6 0 0 1 4-10M10 9h.5M14 9h.5M10 14v2M12 14v2M14 14v2M5 20c4-2 10-2 14 0M4 16l2 1M20 16l-2 1",
  noble: "M5 9l3 3l4-6l4 6l3-3l-1 7H6zM6 19h12M12 3h.5M5 6h.5M19 6h.5",
  priest: "M12 2v20M6 8h12M9 22h6",
  ranger: "M7 3h5v9l6 3v4H7zM7 15h4M15 5l5 2l-5 2",
  repositioning: "M3 8h15M14 4l4 4l-4 4M21 16H6M10 12l-4 4l4 4",
  rogue: "M20 3L9 14M20 3l-1 5L11 16M20 3l-5 1L7 12M6 12l6 6M8 16l-5 5",
  rookie: "M5 9l7-5l7 5M5 14l7-5l7 5M5 19l7-5l7 5",
  roots:
    "M12 2v9M12 11c-1 4-6 3-8 9M12 11c1 4 6 3 8 9M12 11v11M8 15c0 3-1 4-1 6M16 15c0 3 1 4 1 6M8 5c2-2 3-2 4-3c1 1 2 1 4 3",
  scout: "M2 12c4-7 16-7 20 0c-4 7-16 7-20 0zM12 9a3 3 0 1 1 0 6a3 3 0 1 1 0-6",
  seed: "M12 21V11M12 13c-5 0-7-3-7-7c5 0 7 3 7 7M12 11c0-4 2-7 7-7c0 5-3 7-7 7M8 21h8",
  sentinel: "M12 2l8 3v6c0 5-3 9-8 11c-5-2-8-6-8-11V5zM12 6v12M8 10h8",
  squire: "M7 5h10v6c0 4-2 6-5 8c-3-2-5-4-5-8zM7 9h10",
  strike: "M20 3L8 15M20 3h-4L6 13M20 3v4L10 17M5 12l7 7M8 16l-4 4",
  turret: "M6 21V10H4V4h3v2h3V4h4v2h3V4h3v6h-2v11zM10 21v-5h4v5",
  unsummon: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  vampire: "M3 6c6 3 12 3 18 0c0 9-3 13-9 13S3 15 3 6zM8 11l1 4l2-3M16 11l-1 4l-2-3",
  veteran: "M8 2l4 7l4-7M12 9l1.8 4l4.2.4l-3.2 2.8l1 4.3L12 18.2L8.2 20.5l1-4.3L6 13.4l4.2-.4z",
  warlock: "M12 3l5.3 16L3 9.5h18L6.7 19zM12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20",
  wizard: "M3 20h18M6 20L13 3l2 5l-1 1l4 11M9 14h7",
};
