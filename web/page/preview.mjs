// Serves build/web on loopback: node page/preview.mjs [PORT]
import { serve } from "./test/support/server.mjs";

const port = Number(process.argv[2] ?? process.env.PORT ?? 8080);
const { url } = await serve({ base: "/", port });
console.log(`Agon: ${url}  (Ctrl-C ends it)`);
