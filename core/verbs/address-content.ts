// The JSON content of an address argument. The entity's rules validate its fields later.
import { createMessage } from '../foundation/message.js'
import { isObject } from '../foundation/object.js'
import { type JsonSchema, Refusal } from '../foundation/property/kind.js'
import type { JsonContent } from '../model/properties/json.js'
import { json } from '../model/properties/json.js'

const text: JsonSchema = { type: 'string' }
const id: JsonSchema = { type: ['integer', 'null'], minimum: 1 }

const addressMembers = {
  first_name: text,
  last_name: text,
  company: text,
  line1: text,
  line2: text,
  zip: text,
  city: text,
  country_id: { type: 'integer', minimum: 1 },
  state_id: id,
  county_id: id,
  city_id: id,
} satisfies Readonly<Record<string, JsonSchema>>

const toTypeText = (schema: JsonSchema): string => (schema === text ? 'string' : schema === id ? 'number | null' : 'number')

const requiredMembers = ['line1', 'city', 'country_id']

const addressContent: JsonContent<Readonly<Record<string, unknown>>, null> = {
  schema: { type: 'object', properties: addressMembers, required: requiredMembers, additionalProperties: false },
  typeText: `{ ${Object.entries(addressMembers)
    .map(([name, schema]) => `readonly ${name}${requiredMembers.includes(name) ? '' : '?'}: ${toTypeText(schema)}`)
    .join('; ')} }`,
  empty: null,
  validate(address, { name }) {
    return isObject(address) && !Array.isArray(address) ? [] : [new Refusal(createMessage('fields.addressRequired', { name }))]
  },
}

/** The fields of the entity `address`, without the owner's ids. */
export const createAddressArgument = (label: string) =>
  json(label, {
    content: addressContent,
    help: "It takes the fields of an address: 'line1', 'zip', 'city', 'country_id' and so on.",
  })
