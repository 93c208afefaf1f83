// Imports a variant table from a CSV or XLSX file.
import { readFile, stat } from 'node:fs/promises'
import {
  createMessage,
  boolean,
  dropdown,
  type FileFindings,
  maxFileBytes,
  NotFoundError,
  number,
  string,
  ValidationError,
} from '#core/contract.js'
import { defineCliCommand, withoutStarts } from '../command.js'

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
  async run({ open, options: { product, file, name, mode, worksheet, language, dry_run } }): Promise<unknown> {
    const { FileFindings } = await import('#core/contract.js')
    const { messageFormat } = await import('#core/surface.js')
    const findings = new FileFindings()
    const csv = await readCsvFile(file, worksheet, findings)
    const app = await open(withoutStarts)
    const called = name ?? file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
    const input = {
      product_id: product,
      name: called,
      csv,
      ...(mode && { mode }),
      ...(language && { language }),
      ...(dry_run && { dry_run }),
    }
    const outcome = (await app.act('import-table', input)) as object
    const fileFindings = findings.list().map(messageFormat.toEnglishFields)
    return fileFindings.length === 0 ? outcome : { ...outcome, file_findings: fileFindings }
  },
})
