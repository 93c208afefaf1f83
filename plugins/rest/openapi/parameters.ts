// The query and header parameters that operations share.

const languageText =
  'Tag of the language of the plain keys, e.g. `en-GB`; the language of the URL, else the store default if left out.'
const tagSchema = { type: 'string', pattern: '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$' }

export const sharedParameters = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: "The record's id.",
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'Records at most; more than 200 is taken for 200.',
    schema: { type: 'integer', minimum: 0, default: 50 },
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'Records to leave out at the beginning.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  languageTag: { name: 'languageTag', in: 'query', description: languageText, schema: tagSchema },
  language: { name: 'language', in: 'query', description: languageText, schema: tagSchema },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the record as it was read: the request is refused with 412 if the record was changed since.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag of the record: while the record still has it, the answer is 304 without a body.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A text of your own for this request: sent again within 24 hours it gets the first answer and changes nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
} as const

export function createParameterReference(name: keyof typeof sharedParameters): { readonly $ref: string } {
  return { $ref: `#/components/parameters/${name}` }
}
