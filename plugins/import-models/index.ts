// Imports feature models, products of other shops and price lists as products: the plugin, its action and its command.
import {
  type Plugin,
  createMessage,
  boolean,
  defineAction,
  defineWorkerJob,
  dropdown,
  type FileFinding,
  FileFindings,
  type Issue,
  maxFileBytes,
  string,
  ValidationError,
  defineCommand,
} from 'product-configurator-service'
import type { ApplySheetReport } from '../sheets/surface.js'
import { modelFormats, type ModelOptions, type SheetDraft } from './define.js'
import { decimalChoices, duplicateChoices, lookupChoices } from './matrix/define.js'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'

export interface ImportedModel {
  readonly format: SheetDraft['format']
  /** The key of the product. */
  readonly product: string
  /** Numbers of imported parts. */
  readonly counts: SheetDraft['counts']
  readonly findings: readonly FileFinding[]
  /** The sheet as YAML; absent if it was applied. */
  readonly sheet?: string
  readonly applied?: ApplySheetReport
}

/** Maximum duration of parsing in seconds. */
const maxParsingSeconds = 60

interface ReadModelInput {
  readonly bytes: Uint8Array
  readonly options: ModelOptions
}

/** Errors are returned as a list, because only plain data can be passed between threads. */
type ReadModelOutput = { readonly draft: SheetDraft } | { readonly issues: readonly Issue[] }

export const readModelJob = defineWorkerJob<ReadModelInput, ReadModelOutput>({
  name: 'read-model',
  async run(_scope, { bytes, options }) {
    const { readModel } = await import('./read-model.js')
    try {
      return { draft: await readModel(bytes, options) }
    } catch (error) {
      if (error instanceof ValidationError) return { issues: error.issues }
      throw error
    }
  },
})

/** The name of the tax class, with a finding if it was chosen by default. */
function selectTaxClass(
  taxClasses: readonly string[],
  requested: string | undefined,
): { readonly name: string; readonly finding: FileFinding | null } {
  if (requested !== undefined) {
    if (taxClasses.includes(requested)) return { name: requested, finding: null }
    throw ValidationError.of(
      'tax_class',
      createMessage('errors.unknownTaxClass', { name: requested.slice(0, 100), classes: taxClasses.slice(0, 12) }),
    )
  }
  const [name] = taxClasses
  if (name === undefined) throw ValidationError.of('tax_class', createMessage('errors.noTaxClass'))
  if (taxClasses.length === 1) return { name, finding: null }
  const findings = new FileFindings()
  findings.warning('tax-class', createMessage('models.taxClassDefault', { name, count: taxClasses.length }))
  return { name, finding: findings.list()[0]! }
}

const modelArguments = {
  format: dropdown('Format', { choices: modelFormats, help: 'Default: detected from the content.' }),
  product: string('Product', {
    trimmed: true,
    help: 'For a file with several products: the handle, SKU or title of the product to read.',
  }),
  title: string('Title', { trimmed: true, help: "The product's title. Default: the title in the file." }),
  tax_class: string('Tax class', { trimmed: true, help: 'The name of the tax class. Default: the first one.' }),
  lookup: dropdown('Lookup', {
    choices: lookupChoices,
    help: 'For price tables: the price of sizes in between. Default: as in the file, otherwise nextHigher.',
  }),
  decimal: dropdown('Decimal sign', { choices: decimalChoices, help: 'For price tables. Default: detected from the numbers.' }),
  language: dropdown('Language', {
    choices: 'languages',
    help: 'For price tables: the language of numbers such as 1,250, a tag such as de-DE. Default: ambiguous numbers are rejected.',
  }),
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
  dry_run: boolean('Dry run', { help: 'With apply: reports the plan and changes nothing.' }),
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
      length: Math.ceil(maxFileBytes / 3) * 4,
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
    { content, tax_class, apply = false, replace = false, dry_run: dryRun = false, ...options },
  ): Promise<ImportedModel> {
    if (/[^A-Za-z0-9+/=\r\n]/.test(content)) throw ValidationError.of('content', createMessage('models.contentNotBase64'))
    const { context, caller, jobs, progress } = scope
    const { formatSheet, importSheet, readSheetFacts } = await import('../sheets/surface.js')
    const { taxClasses, ...facts } = await readSheetFacts(context)
    const { name: taxClass, finding } = selectTaxClass(taxClasses, tax_class)
    const input = { bytes: new Uint8Array(Buffer.from(content, 'base64')), options: { ...options, ...facts, taxClass } }
    const result = await jobs.run(readModelJob, input, { caller, seconds: maxParsingSeconds, progress })
    if ('issues' in result) throw new ValidationError(result.issues)
    const { format, product, counts, sheet, findings: fileFindings } = result.draft
    const findings = finding ? [finding, ...fileFindings] : fileFindings
    const report = { format, product, counts, findings }
    if (!apply) return { ...report, sheet: await formatSheet(context, sheet) }
    return { ...report, applied: await importSheet(scope, { product, sheet, replace, dryRun }) }
  },
})

async function readModelFile(path: string): Promise<Buffer> {
  const file = resolve(path)
  const fileStats = await stat(file).catch(() => null)
  if (!fileStats?.isFile()) throw ValidationError.of('file', createMessage('models.modelFileMissing', { path: file }))
  if (fileStats.size > maxFileBytes)
    throw ValidationError.of(
      'file',
      createMessage('models.modelFileTooLarge', { path: file, size: fileStats.size, most: maxFileBytes }),
    )
  return readFile(file)
}

/** The command `svc:product:import-model`: prints, writes or applies the sheet of a model of another program. */
export const importModelCommand = defineCommand({
  name: 'svc:product:import-model',
  description: 'Converts a feature model, a product of another shop or a price table to a product sheet or a product.',
  positional: ['file'],
  options: {
    file: string('File', {
      required: true,
      length: 4_000,
      help: 'A FeatureIDE, SXFM or UVL model, a CSV file of Shopify or WooCommerce, or a price table as CSV or XLSX.',
    }),
    ...modelArguments,
    out: string('File to write', { length: 4_000, help: 'Default: prints the sheet, with --json as part of the report.' }),
  },
  examples: ['svc:product:import-model lamp.uvl --out lamp.yaml', 'svc:product:import-model lamp.xml --apply --dry-run'],
  text(outcome: ImportedModel & { readonly file?: string }) {
    return outcome.sheet?.replace(/\n$/, '') ?? null
  },
  async run({ app, caller, json, options: { file, out, ...flags }, language, progress }) {
    if (out !== undefined && flags.apply) throw ValidationError.of('out', createMessage('models.outAndApply'))
    const call = { content: (await readModelFile(file)).toString('base64'), name: basename(file), ...flags }
    const imported = (await app.act('import-model', call, { caller, progress, language })) as ImportedModel
    const { sheet, ...report } = imported
    if (sheet === undefined) return imported
    if (out !== undefined) {
      await writeFile(resolve(out), sheet)
      return { ...report, file: resolve(out) }
    }
    // stdout contains only the sheet. Print the findings to stderr.
    if (!json) for (const { grade, message } of report.findings) progress(createMessage('commands.finding', { grade, message }))
    return imported
  },
})

export const importModels: Plugin = {
  name: 'import-models',
  core: '^0.1.0',
  contributes: { actions: [importModel], jobs: [readModelJob], commands: [importModelCommand] },
}
