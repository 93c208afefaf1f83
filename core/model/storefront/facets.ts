// Facets of a product list: the product fields by which shoppers can filter, with an optional heading for each.
import { listQuoted, createLabel, createMessage } from '../../foundation/message.js'
import { isLanguageTag } from '../../foundation/language.js'
import { type Property, Refusal } from '../../foundation/property/kind.js'
import type { JsonContent } from '../properties/json.js'
import type { Registry, RegistryScope } from '../registry.js'

const maximumFacets = 6
const maximumHeadingLength = 100

export interface Facet {
  readonly field: string
  /** The heading for shoppers by language tag. Default: the label of the field. */
  readonly title: Readonly<Record<string, string>>
}

/** A facet as stored. A field without a heading is stored as its name. */
export type StoredFacet = string | { readonly field: string; readonly title?: Readonly<Record<string, string>> }

export const toFacet = (facet: StoredFacet): Facet =>
  typeof facet === 'string' ? { field: facet, title: {} } : { field: facet.field, title: facet.title ?? {} }

/** Product fields that shoppers can filter by: those with a filter, except long texts. */
export function listFacetProperties({ entities }: Pick<Registry, 'entities'>): readonly Property[] {
  return Object.values(entities.get('product')!.properties).filter(({ name, kind, options, apiSensitive }) => {
    const isLong = (options as { readonly long?: boolean } | null)?.long === true
    return kind.filter !== undefined && !isLong && !apiSensitive && name !== 'published'
  })
}

const isHeading = (title: unknown): boolean =>
  typeof title === 'object' &&
  title !== null &&
  Object.entries(title).every(
    ([tag, text]) => isLanguageTag(tag) && typeof text === 'string' && text.length <= maximumHeadingLength,
  )

/** The name of the field; null if the value is not a facet. */
function readFieldName(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return null
  const { field, title, ...others } = value as { readonly field?: unknown; readonly title?: unknown }
  if (typeof field !== 'string' || Object.keys(others).length > 0) return null
  return title === undefined || isHeading(title) ? field : null
}

export const facetsContent: JsonContent<readonly StoredFacet[], null> = {
  schema: {
    type: 'array',
    maxItems: maximumFacets,
    uniqueItems: true,
    items: {
      anyOf: [
        { type: 'string' },
        {
          type: 'object',
          properties: { field: { type: 'string' }, title: { type: 'object', additionalProperties: { type: 'string' } } },
          required: ['field'],
          additionalProperties: false,
        },
      ],
    },
  },
  typeText: 'readonly (string | { readonly field: string; readonly title?: Readonly<Record<string, string>> })[]',
  example: '["sku", {"field": "product_custom_1", "title": {"en-GB": "Material"}}]',
  editor: 'facets',
  choices: (registry) => listFacetProperties(registry).map(({ name, label }) => ({ value: name, label })),
  empty: null,
  validate(value, property) {
    const facets = value as readonly unknown[]
    const field = createLabel('field', property.label)
    if (facets.length > maximumFacets) return [new Refusal(createMessage('fields.tooManyFacets', { field, most: maximumFacets }))]
    const names = facets.map(readFieldName)
    const issues = names.flatMap((name, index) =>
      name === null
        ? [new Refusal(createMessage('fields.facetForm', { field, most: maximumHeadingLength }), 'WRONG_TYPE', `[${index}]`)]
        : [],
    )
    if (issues.length > 0) return issues
    return new Set(names).size < names.length ? [new Refusal(createMessage('fields.repeatedFacet', { field }))] : []
  },
  check(value, property, scope: RegistryScope) {
    const accepted = listFacetProperties(scope.registry).map(({ name }) => name)
    const issues = (value as readonly unknown[]).flatMap((facet, index) => {
      const name = readFieldName(facet)
      if (name === null || accepted.includes(name)) return []
      const values = { field: createLabel('field', property.label), name: name.slice(0, 100), names: listQuoted(accepted) }
      return [new Refusal(createMessage('fields.unknownFacet', values), 'NOT_A_CHOICE', `[${index}]`)]
    })
    return Promise.resolve({ value, issues })
  },
}
