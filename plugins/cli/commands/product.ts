// Commands for products: print, apply, compare and merge sheets, and import a variant table.
import {
  boolean,
  createMessage,
  number,
  string,
  dropdown,
  ServiceError,
  decodeText,
  FileFault,
  FileFindings,
  ValidationError,
  type MessageWriter,
  type MessageText,
  maxFileBytes,
  NotFoundError,
} from '#core/contract.js'
import { id, getMessage, accessRules } from '#core/surface.js'
import {
  type DiffReport,
  formatProductSheet,
  maxSheetLength,
  type MergeReport,
  mergeSides,
  readProductSheet,
} from '../../sheets/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { writeFile, readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'

interface SheetOption {
  /** The name of the command's option. */
  readonly option: string
  /** Reports a warning, for example that the encoding of the file is a guess. */
  progress(message: MessageText): void
}

/** Returns the text. Rejects the option if the file is missing, is not text, or exceeds the maximum size of a sheet. */
async function readSheetFile(path: string, { option, progress }: SheetOption): Promise<string> {
  const file = resolve(path)
  const fileStats = await stat(file).catch(() => null)
  if (!fileStats?.isFile()) throw ValidationError.of(option, createMessage('commands.sheetFileMissing', { file }))
  if (fileStats.size > maxSheetLength * 4)
    throw ValidationError.of(option, createMessage('commands.sheetFileTooLarge', { file, most: maxSheetLength }))
  const findings = new FileFindings()
  const text = decodeSheet(await readFile(file), findings, option)
  for (const finding of findings.list()) progress(getMessage(finding))
  return text
}

function decodeSheet(bytes: Uint8Array, findings: FileFindings, option: string): string {
  try {
    return decodeText(bytes, findings)
  } catch (error) {
    throw error instanceof FileFault ? ValidationError.of(option, getMessage(error)) : error
  }
}

/** A product state as actions accept it: ids and package names unchanged, sheets by their text. */
export async function readProductState(source: string, sheet: SheetOption): Promise<string> {
  if (!/\.(ya?ml|json)$/i.test(source)) return source
  // The line break marks the text as a sheet: actions take a single line as a name.
  return `${await readSheetFile(source, sheet)}\n`
}

const commandCaller = Object.freeze({ grant: accessRules.fullGrant, name: 'cli', id: null })

/** Applies a product sheet from a file, or prints the plan. */
export const productApply = defineCliCommand({
  name: 'svc:product:apply',
  description: 'Applies a YAML sheet to a product, all or nothing. --dry-run prints the plan and changes nothing.',
  positional: ['file'],
  options: {
    file: string('The file of the sheet', { required: true, length: 4_000 }),
    product_id: number('Product', {
      min: 1,
      help: 'The id of the product to change. Default: the product with the key of the sheet.',
    }),
    prune: boolean('Prune', {
      help: 'Deletes parts that the sheet does not contain, and resets fields that it does not contain.',
    }),
    dry_run: boolean('Dry run', { help: 'Prints the plan with findings and affected configurations, and changes nothing.' }),
  },
  examples: ['svc:product:apply lamp.yaml --dry-run', 'svc:product:apply lamp.yaml --prune'],
  async run({ open, options: { file, ...flags }, language, progress }) {
    const sheet = await readSheetFile(file, { option: 'file', progress })
    const app = await open(withoutStarts)
    return app.act('apply-product-sheet', { sheet, ...flags }, { caller: commandCaller, progress, language })
  },
})

function formatDiff({ from, to, products }: DiffReport, write: MessageWriter): string {
  const parts = products.map(({ title, product, equal, counts, changes }) => {
    const { added, removed, changed, moved } = counts
    const rephrased = counts.rephrased === 0 ? '' : createMessage('commands.rephrasedRules', { count: counts.rephrased })
    if (equal) return write(createMessage('commands.noDifference', { title, product, rephrased }))
    const summary = createMessage('commands.differences', { title, product, added, removed, changed, moved, rephrased })
    const omitted = added + removed + changed + moved - changes.length
    const more = omitted > 0 ? [write(createMessage('commands.moreDifferences', { count: omitted }))] : []
    return [write(summary), ...[...changes.map(({ sentence }) => sentence), ...more].map((line) => `  ${line}`)].join('\n')
  })
  return [write(createMessage('commands.comparison', { from, to })), ...parts].join('\n')
}

/** Describes the differences between two states of products. */
export const productDiff = defineCliCommand({
  name: 'svc:product:diff',
  description: 'Compares two states of products: ids, packages (.zip, .zip#3) or sheets (.yaml, .json).',
  positional: ['from', 'to'],
  options: {
    from: string('From', { required: true, length: 4_000, help: 'The id of a product, a package, or the file of a sheet.' }),
    to: string('To', { length: 4_000, help: 'The second state. Without it, the first state is compared with the shop.' }),
  },
  examples: ['svc:product:diff lamp.yaml', 'svc:product:diff last-week.zip today.zip', 'svc:product:diff 1 2 --json'],
  text: formatDiff,
  async run({ open, options: { from, to }, language, progress }): Promise<DiffReport> {
    const target = to === undefined ? {} : { to: await readProductState(to, { option: 'to', progress }) }
    const input = { from: await readProductState(from, { option: 'from', progress }), ...target }
    const app = await open(withoutStarts)
    return (await app.act('diff-products', input, { caller: commandCaller, progress, language })) as DiffReport
  },
})

const stateHelp = 'The id of a product, a package, or the file of a sheet.'

type MergeResult = MergeReport & { readonly file?: string }

function formatMerge({ sheet, file, changes, conflicts }: MergeResult, write: MessageWriter): string {
  if (file === undefined) return (sheet ?? '').replace(/\n$/, '')
  const lines = [...conflicts.map(({ sentence }) => write(createMessage('commands.mergeConflict', { sentence }))), ...changes]
  const listed = lines.length > 0 ? lines : [write(createMessage('commands.nothing'))]
  return [write(createMessage('commands.mergeWritten', { file })), ...listed.map((line) => `  ${line}`)].join('\n')
}

/** Three-way merge of product states: merges two states with a common base into a sheet file. */
export const productMerge = defineCliCommand({
  name: 'svc:product:merge',
  description: 'Merges two states of a product with a common base into one sheet, and lists the conflicts.',
  positional: ['base', 'ours', 'theirs'],
  options: {
    base: string('Base', { required: true, length: 4_000, help: stateHelp }),
    ours: string('Ours', { required: true, length: 4_000, help: stateHelp }),
    theirs: string('Theirs', { required: true, length: 4_000, help: stateHelp }),
    out: string('File to write', { help: 'Default: printed to standard output.' }),
    prefer: dropdown('Prefer', {
      choices: mergeSides,
      help: 'The side to use in conflicts. Without it, nothing is written if there are conflicts.',
    }),
  },
  examples: [
    'svc:product:merge base.yaml ours.yaml theirs.yaml --out merged.yaml',
    'svc:product:merge base.zip 1 theirs.zip --prefer ours',
  ],
  text: formatMerge,
  async run({ open, options: { base, ours, theirs, out, prefer }, language, progress }): Promise<MergeResult> {
    const states = {
      base: await readProductState(base, { option: 'base', progress }),
      ours: await readProductState(ours, { option: 'ours', progress }),
      theirs: await readProductState(theirs, { option: 'theirs', progress }),
    }
    const app = await open(withoutStarts)
    const input = { ...states, ...(prefer && { prefer }) }
    const report = (await app.act('merge-products', input, { caller: commandCaller, progress, language })) as MergeReport
    if (report.sheet === undefined) throw createConflictError(report)
    if (out === undefined) return report
    const file = resolve(out)
    await writeFile(file, report.sheet)
    return { ...report, file }
  },
})

function createConflictError({ conflicts }: MergeReport): ServiceError {
  const sentences = conflicts.slice(0, 50).map(({ sentence }) => `  ${sentence}`)
  if (conflicts.length > 50) sentences.push(`  … (+${conflicts.length - 50})`)
  return new ServiceError('VALIDATION_FAILED', createMessage('commands.mergeConflicts', { conflicts: sentences.join('\n') }))
}

type SheetResult =
  | { readonly file: string; readonly characters: number }
  | { readonly text: string }
  | Readonly<Record<string, unknown>>

/** Prints a product as a YAML sheet, or writes it to a file. */
export const productSheet = defineCliCommand({
  name: 'svc:product:sheet',
  description: 'Prints a product as one YAML sheet, with keys instead of ids, and rules and formulas as text.',
  positional: ['product_id'],
  options: {
    product_id: id('The id of the product', { required: true }),
    out: string('File to write', { help: 'Default: printed to standard output, with --json as JSON.' }),
  },
  examples: ['svc:product:sheet 1', 'svc:product:sheet 1 --out lamp.yaml'],
  text(outcome: SheetResult, write) {
    if ('file' in outcome)
      return write(createMessage('commands.charactersWritten', { count: String(outcome.characters), file: String(outcome.file) }))
    return String((outcome as { readonly text: string }).text).replace(/\n$/, '')
  },
  async run({ open, json, options: { product_id, out } }): Promise<SheetResult> {
    const work = (await open(withoutStarts)).shop.createContext({})
    if (out === undefined) return json ? readProductSheet(work, product_id) : { text: await formatProductSheet(work, product_id) }
    const text = await formatProductSheet(work, product_id)
    const file = resolve(out)
    await writeFile(file, text)
    return { file, characters: text.length }
  },
})

async function readCsvFile(file: string, worksheet: string | undefined, findings: FileFindings): Promise<string> {
  const unreadable = new NotFoundError(createMessage('commands.tableFileUnreadable', { file }))
  const fileStats = await stat(file).catch(() => null)
  if (!fileStats?.isFile()) throw unreadable
  if (fileStats.size > maxFileBytes)
    throw ValidationError.of(
      'file',
      createMessage('commands.tableFileTooLarge', { file, size: fileStats.size, most: maxFileBytes }),
    )
  const bytes = await readFile(file).catch(() => {
    throw unreadable
  })
  const { readTableFile } = await import('../../import-models/surface.js')
  return readTableFile(bytes, worksheet, findings)
}

/** Imports a variant table from a CSV or XLSX file. */
export const tableImport = defineCliCommand({
  name: 'svc:table:import',
  description: 'Imports a variant table of a product from a CSV or XLSX file. The first line contains the questions.',
  positional: ['product', 'file'],
  options: {
    product: number('Product', { required: true, min: 1, help: 'The id of the product.' }),
    file: string('File', { required: true, help: 'CSV separated by commas, semicolons or tabs, or an XLSX workbook.' }),
    name: string('Name', { help: 'The name of the table. Default: the name of the file.' }),
    mode: dropdown('Mode', {
      choices: { allow: 'Only these combinations', forbid: 'All but these combinations' },
      help: 'Default: allow.',
    }),
    worksheet: string('Worksheet', { help: 'The worksheet to read, if the workbook has several.' }),
    language: dropdown('Language', {
      choices: 'languages',
      help: 'Language of the numbers, such as de-DE. Default: the default language of the store.',
    }),
    dry_run: boolean('Dry run', { help: 'Reports the changes without storing them.' }),
  },
  examples: ['svc:table:import 1 widths.csv', 'svc:table:import 1 not-together.csv --mode forbid --dry-run'],
  async run({
    open,
    options: { product, file, name, mode, worksheet, language: numberLanguage, dry_run },
    language,
  }): Promise<unknown> {
    const { FileFindings } = await import('#core/contract.js')
    const findings = new FileFindings()
    const csv = await readCsvFile(file, worksheet, findings)
    const app = await open(withoutStarts)
    const called = name ?? file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
    const input = {
      product_id: product,
      name: called,
      csv,
      ...(mode && { mode }),
      ...(numberLanguage && { language: numberLanguage }),
      ...(dry_run && { dry_run }),
    }
    const outcome = (await app.act('import-table', input, { language })) as object
    const fileFindings = findings.list()
    return fileFindings.length === 0 ? outcome : { ...outcome, file_findings: fileFindings }
  },
})
