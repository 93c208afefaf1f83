// A page of the shop that is not a product: imprint, privacy policy, terms, or any other text.
import { defineEntity } from '../../entity/define.js'
import { deriveLabels, refuseDotLabels } from '../../entity/label.js'
import { boolean } from '../../properties/boolean.js'
import { dropdown } from '../../properties/dropdown.js'
import { ordering } from '../../properties/ordering.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'

export const contentPage = defineEntity({
  name: 'content-page',
  label: 'content page',
  pluralLabel: 'content pages',
  area: 'store',
  tools: 'write',
  listing: ['title', 'kind', 'in_footer', 'published', 'ordering'],
  unique: [['label']],
  properties: {
    title: string('Title', { translatable: true, required: true }),
    label: string('URL handle', {
      translatable: true,
      oftenEqual: true,
      trimmed: true,
      help: 'The last part of the URL of the page, unique in each language. Default: derived from the title.',
    }),
    kind: dropdown('Kind', {
      choices: {
        imprint: 'Imprint',
        privacy: 'Privacy policy',
        terms: 'Terms and conditions',
        withdrawal: 'Right of withdrawal',
        shipping: 'Shipping and payment',
        contact: 'Contact',
        free: 'Other page',
      },
      default: 'free',
      help: 'Checkout and e-mails link to the pages of legal kinds. The terms page replaces the terms of the store.',
    }),
    content: string('Content', { translatable: true, long: true, html: true }),
    in_footer: boolean('Link in the footer', { default: true }),
    published: published(),
    ordering: ordering(),
  },
  prepare: (record, scope) => deriveLabels(record, scope),
  validate: ({ record }) => refuseDotLabels(record),
})
