// Verb `show-materials`: returns the shop's materials for its pages.
import { defineVerb, shape } from 'product-configurator-service'
import { material } from './material.js'

const { listOf, withName, object, text, whole } = shape

export const showMaterials = defineVerb({
  name: 'show-materials',
  description: 'Lists the materials of the shop, in the language of whoever asks.',
  method: 'GET',
  path: 'materials',
  input: {},
  access: {},
  reply: object({ materials: listOf(withName('Material', object({ id: whole(), title: text() }))) }),
  tagged: true,
  async handler(shopperContext) {
    const { snapshot } = (await shopperContext.at()).versionedSnapshot
    const languages = [shopperContext.language ?? snapshot.defaultLanguage, ...snapshot.languages]
    const materials = await shopperContext.list(material, undefined, languages)
    return { materials: materials.map(({ id, values }) => ({ id, title: values.title })) }
  },
})
