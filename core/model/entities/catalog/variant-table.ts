// A variant table: the allowed or forbidden combinations of selections of several questions.
import { defineEntity } from '../../entity/define.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { json } from '../../properties/json.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'
import { questionIdsContent, rowsContent } from '../../variant/contents.js'
import { validateVariantTable } from '../../variant/validate-table.js'

export const variantTable = defineEntity({
  name: 'variant-table',
  label: 'variant table',
  pluralLabel: 'variant tables',
  area: 'catalog',
  listing: ['name', 'product_id', 'mode', 'published'],
  properties: {
    product_id: join('Product', 'product', { owner: true, required: true }),
    name: string('Name', { required: true, trimmed: true }),
    question_ids: json('Questions', {
      content: questionIdsContent,
      required: true,
      help: 'The ids of the questions in column order. Each question has answers or takes numbers.',
    }),
    rows: json('Rows', {
      content: rowsContent,
      required: true,
      help: 'One cell per question and row: an answer id, a number, {from, to}, a list of such values, or "*" for any selection.',
    }),
    mode: dropdown('Mode', {
      choices: { allow: 'Only these combinations', forbid: 'All but these combinations' },
      default: 'allow',
      help: 'allow: an answer applies only if a row matches it and all other selections. forbid: an answer does not apply if all other columns are selected and a row matches them together.',
    }),
    published: published(),
  },
  validate: validateVariantTable,
})
