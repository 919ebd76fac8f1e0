/// <reference types="vite/client" />
declare module "agon-engine/agon.wasm?url" {
  const url: string;
  export default url;
}
