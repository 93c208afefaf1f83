// Reads a model or a table of prices of another program into a product sheet, or makes the product of it.
import { dryRunArgument } from '../action/arguments.js'
import { defineAction } from '../action/define.js'
import type { ImportedModel } from '../action/import-model.js'
import { requireScopes } from '../ground/access/require.js'
import { ValidationError } from '../ground/errors.js'
import { boolean } from '../model/properties/boolean.js'
import { dropdown } from '../model/properties/dropdown.js'
import { string } from '../model/properties/string.js'
import { longestModel, modelFormats } from '../transfer/model/define.js'
import { decimalChoices, duplicateChoices, lookupChoices } from '../transfer/model/matrix/define.js'

export const modelArguments = {
  format: dropdown('Format', { choices: modelFormats, help: 'Recognized by the content if left out.' }),
  product: string('Product', {
    trimmed: true,
    help: 'Of a file with several products: the handle, the article number or the title of the one that is read.',
  }),
  title: string('Title', { trimmed: true, help: "The product's title; what the file says if left out." }),
  tax_class: string('Tax class', { trimmed: true, help: 'Its name; the first one if left out.' }),
  lookup: dropdown('Lookup', {
    choices: lookupChoices,
    help: 'Of tables of prices: how numbers between the coordinates are priced; nextHigher, unless the file says otherwise.',
  }),
  decimal: dropdown('Decimal sign', { choices: decimalChoices, help: 'Of tables of prices: what the numbers show if left out.' }),
  duplicates: dropdown('Duplicates', {
    choices: duplicateChoices,
    help: 'Of tables of prices: which of two prices for one place counts; they are refused if left out.',
  }),
  worksheet: string('Worksheet', {
    trimmed: true,
    help: 'Of workbooks: the one that is read; all that are not hidden if left out.',
  }),
  apply: boolean('Apply', { help: 'True: makes the product; else the sheet is given back.' }),
  replace: boolean('Replace', {
    help: 'True with apply: a product of that name becomes what the file says, and loses what the file does not name.',
  }),
  dry_run: dryRunArgument('True with apply: gives the plan and changes nothing.'),
}

export const importModel = defineAction({
  name: 'import-model',
  description:
    'Reads a foreign model into a product sheet: FeatureIDE, SXFM, UVL, products of Shopify and WooCommerce, tables of prices as CSV or XLSX. ' +
    'What cannot be carried over is told, and refused where the product would not be the same.',
  input: {
    content: string('Content', {
      required: true,
      long: true,
      length: Math.ceil(longestModel / 3) * 4,
      help: 'The bytes of the file in Base64.',
    }),
    name: string('File name', { required: true, help: 'The name of the file, after which a product without a title is called.' }),
    ...modelArguments,
  },
  // A file is what a merchant has at hand; assistants write sheets.
  tool: false,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: ({ apply }) => ({ all: apply === true ? ['catalog:write'] : ['catalog:read'] }),
  example: { name: 'lamp.uvl', content: 'ZmVhdHVyZXMKICBMYW1wCg==' },
  async run(
    scope,
    { content, tax_class: taxClass, apply = false, replace = false, dry_run: dryRun = false, ...options },
  ): Promise<ImportedModel> {
    if (apply) requireScopes(scope.caller.grant, ['catalog:write'])
    if (/[^A-Za-z0-9+/=\r\n]/.test(content)) throw ValidationError.of('content', 'The content is no Base64.')
    const { importModel: run } = await import('../action/import-model.js')
    const bytes = new Uint8Array(Buffer.from(content, 'base64'))
    return run(scope, { bytes, options: { ...options, taxClass }, apply, replace, dryRun })
  },
})
