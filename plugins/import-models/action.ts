// Converts a model or price table of another program to a product sheet, or imports it as a product.
import { dryRunArgument } from '../../core/action/arguments.js'
import { defineAction } from '../../core/action/define.js'
import type { ImportedModel } from './import-model.js'
import { requireScopes } from '../../core/foundation/access/require.js'
import { ValidationError } from '../../core/foundation/errors.js'
import { boolean } from '../../core/model/properties/boolean.js'
import { dropdown } from '../../core/model/properties/dropdown.js'
import { string } from '../../core/model/properties/string.js'
import { maxModelBytes, modelFormats } from './define.js'
import { decimalChoices, duplicateChoices, lookupChoices } from './matrix/define.js'

export const modelArguments = {
  format: dropdown('Format', { choices: modelFormats, help: 'Default: detected from the content.' }),
  product: string('Product', {
    trimmed: true,
    help: 'For a file with several products: the handle, SKU or title of the product to read.',
  }),
  title: string('Title', { trimmed: true, help: "The product's title. Default: the title in the file." }),
  tax_class: string('Tax class', { trimmed: true, help: 'The name of the tax class. Default: the first one.' }),
  lookup: dropdown('Lookup', {
    choices: lookupChoices,
    help: 'For price tables: the look-up between coordinates. Default: as in the file, otherwise nextHigher.',
  }),
  decimal: dropdown('Decimal sign', { choices: decimalChoices, help: 'For price tables. Default: detected from the numbers.' }),
  duplicates: dropdown('Duplicates', {
    choices: duplicateChoices,
    help: 'For price tables: which of two prices for one cell to use. Default: refuse duplicates.',
  }),
  worksheet: string('Worksheet', {
    trimmed: true,
    help: 'For workbooks: the worksheet to read. Default: all visible ones.',
  }),
  apply: boolean('Apply', { help: 'True: creates the product. Default: returns the sheet.' }),
  replace: boolean('Replace', {
    help: 'With apply: replaces an existing product of that name, including parts that the file does not contain.',
  }),
  dry_run: dryRunArgument('With apply: reports the plan and changes nothing.'),
}

export const importModel = defineAction({
  name: 'import-model',
  description:
    'Converts a foreign model to a product sheet: FeatureIDE, SXFM, UVL, Shopify and WooCommerce products, CSV or XLSX price tables. ' +
    'Unsupported parts are reported, and refused if the product would differ.',
  input: {
    content: string('Content', {
      required: true,
      long: true,
      length: Math.ceil(maxModelBytes / 3) * 4,
      help: 'The bytes of the file in Base64.',
    }),
    name: string('File name', { required: true, help: 'The name of the file. It is the default title of the product.' }),
    ...modelArguments,
  },
  // Not a tool: people upload files, while assistants write sheets.
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
    const { importForeignModel: run } = await import('./import-model.js')
    const bytes = new Uint8Array(Buffer.from(content, 'base64'))
    return run(scope, { bytes, options: { ...options, taxClass }, apply, replace, dryRun })
  },
})
