import { memberOf, parseInt64, readJson } from '../conformant-service/json.js';
import { GOOD_KEY, headerIn, type ServiceRequest } from '../conformant-service/service.js';
import { type Call, type Changes, petOf } from '../conformant-service/steps.js';
import type { OperationName } from '../conformant-service/traits.js';
import { quantityIn } from './effect-operators.js';
import { type Gate, opener } from './gates.js';
import { type Operator, operations, type Place, type Variant } from './mutation.js';

// Operators that skip a check: of the credential, the body or the id.

const credential = ({ headers }: ServiceRequest) => headerIn(headers, 'authorization');
const bearer = (request: ServiceRequest) => /^bearer (.*)$/i.exec(credential(request) ?? '')?.[1]?.trim();
const inQuery = ({ url }: ServiceRequest, ...names: string[]) => {
  const { searchParams } = new URL(url);
  return names.some((name) => searchParams.get(name) === GOOD_KEY);
};
const inHeader = ({ headers }: ServiceRequest, ...names: string[]) =>
  names.some((name) => (headerIn(headers, name) ?? '').replace(/^bearer /i, '') === GOOD_KEY);
const isScheme = (request: ServiceRequest, scheme: string) => {
  const [, token = ''] = new RegExp(`^${scheme} +(\\S+)$`, 'i').exec(credential(request) ?? '') ?? [];
  return [token, Buffer.from(token, 'base64').toString()].some((text) => text.split(':').includes(GOOD_KEY));
};
const least = GOOD_KEY.slice(0, -1);

/** Credentials that must be rejected. */
const credentialForms: Readonly<Record<string, (request: ServiceRequest) => boolean>> = {
  none: (request) => credential(request) === undefined,
  empty: (request) => credential(request)?.trim() === '',
  'an empty key': (request) => /^bearer *$/i.test(credential(request) ?? ''),
  'any key': (request) => (bearer(request) ?? '') !== '',
  'a character more': (request) =>
    bearer(request)?.length === GOOD_KEY.length + 1 && bearer(request)?.startsWith(GOOD_KEY) === true,
  'a longer key': (request) =>
    (bearer(request)?.length ?? 0) > GOOD_KEY.length && bearer(request)?.startsWith(GOOD_KEY) === true,
  'a character less': (request) => bearer(request) === least,
  'a shorter key': (request) => (bearer(request) ?? '') !== '' && GOOD_KEY.startsWith(bearer(request) ?? '?'),
  'another last character': (request) => bearer(request)?.slice(0, -1) === least,
  'the same length': (request) => bearer(request)?.length === GOOD_KEY.length,
  'another case': (request) => bearer(request)?.toLowerCase() === GOOD_KEY.toLowerCase(),
  'a tail after a blank': (request) => bearer(request)?.split(' ')[0] === GOOD_KEY,
  'a tail after a comma': (request) => bearer(request)?.split(/[,;]/)[0] === GOOD_KEY,
  'the end of the key': (request) => bearer(request)?.endsWith(GOOD_KEY) === true,
  'the key in quotes': (request) => bearer(request) === `"${GOOD_KEY}"`,
  Basic: (request) => isScheme(request, 'basic'),
  Token: (request) => isScheme(request, 'token'),
  ApiKey: (request) => isScheme(request, 'apikey'),
  'any scheme': (request) => isScheme(request, '\\w+'),
  'no scheme': (request) => credential(request) === GOOD_KEY,
  'X-API-Key': (request) => inHeader(request, 'x-api-key', 'api-key'),
  'another header': (request) => inHeader(request, 'x-auth-token', 'x-access-token', 'proxy-authorization'),
  'any header': ({ headers }) => headers.some(([, value]) => value.includes(GOOD_KEY)),
  cookie: ({ headers }) => (headerIn(headers, 'cookie') ?? '').includes(GOOD_KEY),
  'query api_key': (request) => inQuery(request, 'api_key', 'apikey', 'key'),
  'query access_token': (request) => inQuery(request, 'access_token', 'token'),
  body: ({ body }) => body?.includes(`"${GOOD_KEY}"`) === true,
};

function openTo(test: (request: ServiceRequest) => boolean, operation: OperationName | undefined): Variant['changes'] {
  return (gate) => ({
    isAuthorized: (usual) => {
      const isOpen = opener(gate);
      return (call) => {
        if (usual(call)) return true;
        const isHere = operation === undefined || call.operation === operation;
        return isHere && call.operation !== undefined && test(call.request) && isOpen(call);
      };
    },
  });
}

/** Requests without a key soon after one with the key. */
function openAfterwards(operation: OperationName | undefined): Variant['changes'] {
  return (gate) => ({
    isAuthorized: (usual) => {
      const isOpen = opener(gate);
      let wasAuthorized = false;
      return (call) => {
        const isAuthorized = usual(call);
        const isLenient =
          !isAuthorized && wasAuthorized && (operation === undefined || call.operation === operation) && isOpen(call);
        wasAuthorized = isAuthorized;
        return isAuthorized || isLenient;
      };
    },
  });
}

function credentialPlaces(): Place[] {
  return [undefined, ...operations].flatMap((operation) =>
    Object.entries({ ...credentialForms, 'any, after a valid one': undefined }).map(([form, test]) => ({
      name: `${operation ?? 'every operation'} credential ${form}`,
      hasPet: operation === 'updateInventory' || operation === 'showPet',
      variants: [
        { name: 'accepted', changes: test === undefined ? openAfterwards(operation) : openTo(test, operation) },
      ],
    })),
  );
}

type BodyTest = (text: string, value: unknown, field: unknown) => boolean;
const isList = Array.isArray;
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !isList(value);
/** lossless-json keeps numbers as objects. */
const numberOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'isLosslessNumber' in value ? String(value) : undefined;

const repaired = (text: string) =>
  text
    .replace(/\/\*.*?\*\/|\/\/.*$/gm, '')
    .replaceAll("'", '"')
    .replace(/([{,]\s*)(\w+)\s*:/g, '$1"$2":')
    .replace(/,\s*([}\]])/g, '$1');
const first = (text: string) => /^\s*\{[^{}]*\}/.exec(text)?.[0] ?? '';

/** Bodies that must be rejected, of updates and of messages. */
const bodyClasses: Readonly<Record<string, BodyTest>> = {
  'no body': (text) => text === '',
  'malformed JSON': (text, value) => text !== '' && value === undefined,
  'trailing text': (text, value) => value === undefined && isObject(readJson(first(text))),
  'nearly JSON': (text, value) => value === undefined && readJson(repaired(text)) !== undefined,
  'an unfinished body': (text, value) => value === undefined && /^[{[]/.test(text) && !/[}\]]\s*$/.test(text),
  'a form': (text, value) => value === undefined && /^\w+=/.test(text),
  'an empty object': (_text, value) => isObject(value) && Object.keys(value as object).length === 0,
  'no such field': (_text, value, field) => isObject(value) && numberOf(value) === undefined && field === undefined,
  'a key in another case': (text, _value, field) => field === undefined && /"(?:quantity|message)"\s*:/i.test(text),
  'a nested field': (_text, value, field) =>
    field === undefined && isObject(value) && JSON.stringify(value).slice(1).includes('{"'),
  'a list': (_text, value) => isList(value),
  'a number': (_text, value) => numberOf(value) !== undefined,
  'a text': (_text, value) => typeof value === 'string',
  'null as body': (_text, value) => value === null,
};
/** Quantities that must be rejected. */
const quantityClasses: Readonly<Record<string, BodyTest>> = {
  'a string': (_text, _value, field) => typeof field === 'string',
  'digits as a string': (_text, _value, field) => typeof field === 'string' && /^-?\d+$/.test(field),
  'a digit as a string': (_text, _value, field) => typeof field === 'string' && /^\d$/.test(field),
  'many digits as a string': (_text, _value, field) => typeof field === 'string' && /^\d{3,}$/.test(field),
  'an empty string': (_text, _value, field) => field === '',
  null: (_text, _value, field) => field === null,
  'a boolean': (_text, _value, field) => typeof field === 'boolean',
  true: (_text, _value, field) => field === true,
  false: (_text, _value, field) => field === false,
  'a fraction': (_text, _value, field) => /^-?\d+\.\d*[1-9]/.test(numberOf(field) ?? ''),
  'a small fraction': (_text, _value, field) => /^-?\d+\.0+[1-9]/.test(numberOf(field) ?? ''),
  'a list as quantity': (_text, _value, field) => isList(field),
  'a list of one': (_text, _value, field) => isList(field) && field.length === 1,
  'an object as quantity': (_text, _value, field) => isObject(field) && numberOf(field) === undefined,
};
const typeClasses: Readonly<Record<string, (call: Call) => boolean>> = {
  'no content type': ({ contentType }) => contentType === undefined,
};

const isIn = (name: string, test: BodyTest) => {
  return ({ request: { body = '' } }: Call) => {
    const value = readJson(body);
    return test(body, value, memberOf(value, name));
  };
};

/** Accepts an update that it must reject, and stores something or nothing. */
const updateAccepted = (test: (call: Call) => boolean, isStored: boolean): Variant => ({
  name: isStored ? 'accepted and stored' : 'accepted and not stored',
  changes: (gate): Changes => ({
    updateInventory: (usual) => {
      const isOpen = opener(gate);
      return (call) => {
        const pet = petOf(call);
        if (pet === undefined || typeof call.steps.readQuantity(call) === 'bigint') return usual(call);
        if (!test(call) || !isOpen(call)) return usual(call);
        if (isStored) pet.quantity = quantityIn(call);
        return { status: 200, body: call.steps.item(call, pet), headers: [] };
      };
    },
  }),
});

const messageAccepted = (test: (call: Call) => boolean): Variant => ({
  name: 'accepted',
  changes: (gate): Changes => ({
    readMessage: (usual) => {
      const isOpen = opener(gate);
      return (call) => {
        const given = usual(call);
        return typeof given !== 'string' && test(call) && isOpen(call) ? (call.request.body ?? '') : given;
      };
    },
  }),
});

function bodyPlaces(): Place[] {
  const ofUpdate = Object.entries({ ...bodyClasses, ...quantityClasses }).map(([name, test]) => ({
    name: `updateInventory body ${name}`,
    hasPet: true,
    variants: [true, false].map((isStored) => updateAccepted(isIn('quantity', test), isStored)),
  }));
  const ofMessage = Object.entries({
    ...Object.fromEntries(Object.entries(bodyClasses).map(([name, test]) => [name, isIn('message', test)])),
    ...typeClasses,
  }).map(([name, test]) => ({ name: `sendMessage body ${name}`, hasPet: false, variants: [messageAccepted(test)] }));
  return [...ofUpdate, ...ofMessage];
}

const asNumber = (text: string) => (Number.isFinite(Number(text)) ? BigInt(Math.trunc(Number(text))) : undefined);
const tryBig = (text: string | undefined) => (text === undefined ? undefined : parseInt64(text));

/** Spellings of ids that are none, and the ids that a careless service reads. */
const idSpellings: Readonly<Record<string, (id: string) => bigint | undefined>> = {
  'a tail': (id) => tryBig(/^(-?\d+)[^\d.].*$/.exec(id)?.[1]),
  'a fraction of 0': (id) => tryBig(/^(-?\d+)\.0+$/.exec(id)?.[1]),
  'a fraction': (id) => tryBig(/^(-?\d+)\.\d+$/.exec(id)?.[1]),
  'an exponent': (id) => (/^\d+(?:\.\d+)?e\d$/i.test(id) ? asNumber(id) : undefined),
  hexadecimal: (id) => (/^0x[\da-f]+$/i.test(id) ? BigInt(id) : undefined),
  'a plus': (id) => tryBig(/^(?:\+|%2B)(\d+)$/i.exec(id)?.[1]),
  'blanks around it': (id) => tryBig(/^(?:%20|\+)*(\d+)(?:%20|\+)*$/.exec(id)?.[1]),
  'digits after text': (id) => tryBig(/^[a-z]\D*(\d+)$/i.exec(id)?.[1]),
  'a number beyond 64 bits': (id) => (/^\d{19,24}$/.test(id) ? BigInt.asIntN(64, BigInt(id)) : undefined),
  'a number modulo 2^32': (id) => (/^\d{10,20}$/.test(id) ? BigInt.asUintN(32, BigInt(id)) : undefined),
  'a number as a double': (id) => (/^\d{16,19}$/.test(id) ? BigInt(Number(id)) : undefined),
  'a negative number': (id) => tryBig(/^-(\d+)$/.exec(id)?.[1]),
};

function readAs(spelling: (id: string) => bigint | undefined): Variant['changes'] {
  return (gate) => ({
    updateInventory: (usual) => {
      const isOpen = opener(gate);
      return (call) => {
        const id = petOf(call) === undefined ? spelling(call.pathId ?? '') : undefined;
        const isKnown = id !== undefined && call.state.pets.some(({ petId }) => petId === id);
        if (!isKnown) return usual(call);
        const meant = { ...call, pathId: String(id) };
        return isOpen(meant) ? usual(meant) : usual(call);
      };
    },
  });
}

const unknownAccepted: Readonly<Record<string, (call: Call, gate: Gate) => void>> = {
  'accepted and forgotten': () => undefined,
  'accepted and created': ({ state, pathId = '' }) => {
    state.pets.push({ petId: parseInt64(pathId) ?? 0n, quantity: 1n, status: 'available' });
  },
};

/** The id of no pet, and what is accepted instead of a 404. */
function unknownPetVariants(): Variant[] {
  return Object.entries(unknownAccepted).map(([name, effect]) => ({
    name,
    changes: (gate): Changes => ({
      updateInventory: (usual) => {
        const isOpen = opener(gate);
        return (call) => {
          const petId = parseInt64(call.pathId ?? '');
          const quantity = call.steps.readQuantity(call);
          if (petId === undefined || petOf(call) !== undefined || typeof quantity !== 'bigint' || !isOpen(call))
            return usual(call);
          effect(call, gate);
          const pet = petOf(call);
          if (pet !== undefined) pet.quantity = quantity;
          return { status: 200, body: { petId, quantity, status: 'available' }, headers: [] };
        };
      },
    }),
  }));
}

/** Operators that skip checks by name. */
export const checkOperators: readonly Operator[] = [
  { name: 'check of credentials skipped', places: credentialPlaces() },
  { name: 'check of bodies skipped', places: bodyPlaces() },
  {
    name: 'check of ids skipped',
    places: [
      ...Object.entries(idSpellings).map(([name, spelling]) => ({
        name: `updateInventory id ${name}`,
        hasPet: true,
        variants: [{ name: 'read as that pet', changes: readAs(spelling) }],
      })),
      { name: 'updateInventory id of no pet', hasPet: false, variants: unknownPetVariants() },
    ],
  },
];
