// A list of products in the storefront. Lists have two levels: a list can contain other lists.
import { createMessage, type MessageText } from '../../../foundation/message.js'
import { type CheckScope, Refusal } from '../../../foundation/property/kind.js'
import { defineEntity, type FieldRefusal } from '../../entity/define.js'
import { refuseDotLabels } from '../../entity/label.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { image } from '../../properties/image.js'
import { isId, join } from '../../properties/join.js'
import { json } from '../../properties/json.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'
import { facetsContent } from '../../storefront/facets.js'

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
    label: string('URL handle', {
      translatable: true,
      oftenEqual: true,
      trimmed: true,
      help: 'The last part of the URL of the list.',
    }),
    parent_id: join('Parent list', 'product-list', { help: 'Lists have two levels. A parent list has no parent itself.' }),
    description: string('Description', { translatable: true, long: true, html: true }),
    image: image('Image', { help: 'Shown on the home page.' }),
    product_sorting: dropdown('Sort products', { choices: { title: 'By title', manual: 'Manually' } }),
    in_navigation: boolean('Show in the navigation', { default: true }),
    facets: json('Filters', {
      content: facetsContent,
      help: 'Up to six product fields by which shoppers can filter the list, each with an optional heading by language.',
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
