/** What goes over the wire, decided before anything is sent. */
export type WireResponse =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly contentType: string;
      readonly headers: { readonly [name: string]: string };
      readonly body: string;
    }
  | { readonly kind: "reset" }
  | { readonly kind: "hang" }
  | { readonly kind: "cut-mid-body"; readonly body: string };

export function jsonResponse(status: number, body: unknown): WireResponse & { kind: "answer" } {
  return { kind: "answer", status, contentType: "application/json", headers: {}, body: JSON.stringify(body) };
}
