/** The stock and the messages of the service, changed by one request after the other. */
export interface StoreModel {
  readonly stock: Map<string, Pet>;
  messages: number;
}

interface Pet {
  quantity: number;
  readonly status: string;
}

/** A request whose response depends on all that came before it. */
export type StoreCall =
  | { readonly call: 'list' }
  | { readonly call: 'update'; readonly petId: string; readonly quantity: number }
  | { readonly call: 'wrong-update'; readonly petId: string }
  | { readonly call: 'unknown-pet'; readonly petId: string; readonly quantity: number }
  | { readonly call: 'message'; readonly text: string };

/** Carries out a call and returns the status and the JSON text that the service must send. */
export function carryOut(store: StoreModel, made: StoreCall, nowMs: number): { status: number; body?: string } {
  if (made.call === 'list') {
    const items = [...store.stock].map(([petId, pet]) => writePet(petId, pet));
    return { status: 200, body: `[${items.join()}]` };
  }
  if (made.call === 'update') {
    const pet = store.stock.get(made.petId) as Pet;
    pet.quantity = made.quantity;
    return { status: 200, body: writePet(made.petId, pet) };
  }
  if (made.call === 'wrong-update') return { status: 400 };
  if (made.call === 'unknown-pet') return { status: 404 };
  const id = `msg_${++store.messages}`;
  const createdAt = new Date(nowMs).toISOString();
  return { status: 200, body: JSON.stringify({ id, message: made.text, status: 'queued', createdAt }) };
}

function writePet(petId: string, { quantity, status }: Pet): string {
  return `{"petId":${petId},"quantity":${quantity},"status":"${status}"}`;
}
