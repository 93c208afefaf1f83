// The command `svc:product:import-model`: prints, writes or applies the sheet of a model of another program.
import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { defineCommand, maxFileBytes, string, ValidationError } from 'product-configurator-service'
import { type ImportedModel, modelArguments } from './import-model.js'

async function readModelFile(path: string): Promise<Buffer> {
  const file = resolve(path)
  const fileStats = await stat(file).catch(() => null)
  if (!fileStats?.isFile()) throw ValidationError.of('file', `There is no file '${file}'; name the file of a model.`)
  if (fileStats.size > maxFileBytes)
    throw ValidationError.of('file', `The file '${file}' has ${fileStats.size} bytes; a model has at most ${maxFileBytes}.`)
  return readFile(file)
}

export const importModelCommand = defineCommand({
  name: 'svc:product:import-model',
  description:
    'Reads a feature model (FeatureIDE, SXFM, UVL), a product of Shopify or WooCommerce (CSV), or a table of prices (CSV, XLSX) into a product sheet; --apply makes the product.',
  positional: ['file'],
  options: {
    file: string('The file of the model', { required: true, length: 4_000 }),
    ...modelArguments,
    out: string('File to write', { length: 4_000, help: 'The sheet is printed if left out; with --json inside of the report.' }),
  },
  examples: ['svc:product:import-model lamp.uvl --out lamp.yaml', 'svc:product:import-model lamp.xml --apply --dry-run'],
  text(outcome: ImportedModel & { readonly file?: string }) {
    return outcome.sheet?.replace(/\n$/, '') ?? null
  },
  async run({ app, caller, json, options: { file, out, ...flags }, progress }) {
    if (out !== undefined && flags.apply)
      throw ValidationError.of('out', "'out' writes the sheet and 'apply' makes the product; name one of them.")
    const call = { content: (await readModelFile(file)).toString('base64'), name: basename(file), ...flags }
    const imported = (await app.act('import-model', call, { caller, progress })) as ImportedModel
    const { sheet, ...report } = imported
    if (sheet === undefined) return imported
    if (out !== undefined) {
      await writeFile(resolve(out), sheet)
      return { ...report, file: resolve(out) }
    }
    // stdout contains only the sheet. Print the findings to stderr.
    if (!json) for (const { grade, message } of report.findings) progress(`${grade}: ${message}`)
    return imported
  },
})
