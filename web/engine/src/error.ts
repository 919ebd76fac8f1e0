// What the engine says when it says no.

/** What an engine's error response carries. */
export interface ErrorResponse {
  code: number;
  message: string;
  data?: { slug?: string | null; path?: string | null } | null;
}

/**
 * An error of the engine. `slug` is for programs (`invalid_move`, `not_your_turn`, `bad_state`, …;
 * docs/protocol.md lists them), `path` leads to the value that is wrong, where there is one.
 */
export class AgonError extends Error {
  readonly code: number;
  readonly slug: string;
  readonly path: string | null;

  constructor({ code, message, data }: ErrorResponse) {
    super(message);
    this.name = "AgonError";
    this.code = code;
    this.slug = data?.slug ?? "bad_request";
    this.path = data?.path ?? null;
  }
}

/** An error that is found before the engine is asked. */
export function refuse(slug: string, path: string | null, message: string): AgonError {
  return new AgonError({ code: 1, message, data: { slug, path } });
}
