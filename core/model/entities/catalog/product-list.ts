// A list of products in the storefront. Lists have two levels: a list can contain other lists.
import { createLabel, createMessage, type MessageText } from '../../../foundation/message.js'
import { listQuoted } from '../../../foundation/message-values.js'
import { type CheckScope, Refusal } from '../../../foundation/property/kind.js'
import { defineEntity, type FieldRefusal } from '../../entity/define.js'
import { refuseDotLabels } from '../../entity/label.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { image } from '../../properties/image.js'
import { isId, join } from '../../properties/join.js'
import { json, type JsonContent } from '../../properties/json.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'
import type { RegistryScope } from '../../registry.js'

const maximumFacets = 6

/** Product fields that shoppers can filter by: those with a filter, except long texts. */
function listFacetFields({ registry }: RegistryScope): readonly string[] {
  return Object.values(registry.entities.get('product')!.properties)
    .filter(({ kind, options, apiSensitive }) => {
      const isLong = (options as { readonly long?: boolean }).long === true
      return kind.filter !== undefined && !isLong && !apiSensitive
    })
    .map(({ name }) => name)
    .filter((name) => name !== 'published')
}

/** Names of product fields, each once. */
const facetsContent: JsonContent<readonly string[], null> = {
  schema: { type: 'array', items: { type: 'string' }, maxItems: maximumFacets, uniqueItems: true },
  typeText: 'readonly string[]',
  example: '["sku"]',
  empty: null,
  validate(value, property) {
    const names = value as readonly unknown[]
    const field = createLabel('field', property.label)
    if (names.length > maximumFacets) return [new Refusal(createMessage('fields.tooManyFacets', { field, most: maximumFacets }))]
    return new Set(names).size < names.length ? [new Refusal(createMessage('fields.repeatedFacet', { field }))] : []
  },
  check(value, property, scope: RegistryScope) {
    const accepted = listFacetFields(scope)
    const issues = (value as readonly unknown[]).flatMap((name, index) => {
      if (typeof name === 'string' && accepted.includes(name)) return []
      const values = {
        field: createLabel('field', property.label),
        name: String(name).slice(0, 100),
        names: listQuoted(accepted),
      }
      return [new Refusal(createMessage('fields.unknownFacet', values), 'NOT_A_CHOICE', `[${index}]`)]
    })
    return Promise.resolve({ value, issues })
  },
}

/** Refuses a parent that has a parent itself, and a parent for a list that contains lists. */
async function refuseDeepLists(scope: CheckScope): Promise<readonly FieldRefusal[]> {
  const { parent_id: parentId } = scope.record
  if (!isId(parentId)) return []
  const refuse = (message: MessageText): readonly FieldRefusal[] => [
    { field: 'parent_id', refusal: new Refusal(message, 'NOT_A_CHOICE') },
  ]
  if (parentId === scope.id) return refuse(createMessage('fields.listInItself'))
  const parent = await scope.read('product-list', parentId, { texts: false })
  if (isId(parent?.['parent_id'])) return refuse(createMessage('fields.listTooDeep'))
  const children = scope.id === null ? [] : await scope.find('product-list', 'parent_id', scope.id, { texts: false })
  return children.length > 0 ? refuse(createMessage('fields.listHasLists')) : []
}

export const productList = defineEntity({
  name: 'product-list',
  label: 'product list',
  pluralLabel: 'product lists',
  area: 'catalog',
  tools: 'write',
  topic: 'store',
  listing: ['title', 'parent_id', 'product_sorting', 'in_navigation', 'published'],
  properties: {
    title: string('Title', { translatable: true, required: true }),
    label: string('Label', { translatable: true, trimmed: true, help: 'The last part of the URL of the list.' }),
    parent_id: join('Parent list', 'product-list', { help: 'Lists have two levels. A parent list has no parent itself.' }),
    description: string('Description', { translatable: true, long: true, html: true }),
    image: image('Image', { help: 'Shown on the home page.' }),
    product_sorting: dropdown('Sort products', { choices: { title: 'By title', manual: 'Manually' } }),
    in_navigation: boolean('Show in the navigation', { default: true }),
    facets: json('Filters', {
      content: facetsContent,
      help: 'Names of up to six product fields by which shoppers can filter the list.',
    }),
    published: published(),
  },
  async beforeDelete(scope) {
    const assignments = await scope.find('product-list-assignment', 'product_list_id', scope.recordId)
    return assignments.length > 0 ? createMessage('errors.productListNotEmpty') : null
  },
  async validate(scope) {
    return [...refuseDotLabels(scope.record), ...(await refuseDeepLists(scope))]
  },
})
