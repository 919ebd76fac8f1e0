/// <reference types="vite/client" />
declare module "virtual:agon-facts/skirmish" {
  export const cards: {
    name: string;
    type: "unit" | "action" | "token";
    power?: number;
    cooldown?: number;
    text: string;
    asks: string;
    badge: string;
  }[];
  export const decks: { name: string; summary: string }[];
}
declare module "agon-engine/agon.wasm?url" {
  const url: string;
  export default url;
}
declare module "virtual:agon-games" {
  const games: import("agon-engine").GameFacts[];
  export default games;
}
