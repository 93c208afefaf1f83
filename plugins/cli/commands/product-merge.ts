// Three-way merge of product states: merges two states with a common base into a sheet file.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { dropdown, ServiceError, string } from '#core/contract.js'
import { fullGrant, type MergeReport, mergeSides } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { readProductState } from '../sheet-file.js'

const commandCaller = Object.freeze({ grant: fullGrant, name: 'cli', id: null })
const stateHelp = "The id of a product, a package, or a sheet's file."

type MergeResult = MergeReport & { readonly file?: string }

function formatMerge({ sheet, file, changes, conflicts }: MergeResult): string {
  if (file === undefined) return (sheet ?? '').replace(/\n$/, '')
  const lines = [...conflicts.map(({ sentence }) => `Conflict: ${sentence}`), ...changes]
  return [
    `Wrote ${file}. Otherwise than on our side:`,
    ...(lines.length > 0 ? lines : ['Nothing.']).map((line) => `  ${line}`),
  ].join('\n')
}

export const productMerge = defineCliCommand({
  name: 'svc:product:merge',
  description: 'Merges two states of a product with a common base into one sheet, and lists the conflicts.',
  positional: ['base', 'ours', 'theirs'],
  options: {
    base: string('Base', { required: true, length: 4_000, help: stateHelp }),
    ours: string('Ours', { required: true, length: 4_000, help: stateHelp }),
    theirs: string('Theirs', { required: true, length: 4_000, help: stateHelp }),
    out: string('File to write', { help: 'Printed if left out.' }),
    prefer: dropdown('Prefer', {
      choices: mergeSides,
      help: 'The side that prevails in conflicts; without it a conflict writes nothing.',
    }),
  },
  examples: [
    'svc:product:merge base.yaml ours.yaml theirs.yaml --out merged.yaml',
    'svc:product:merge base.zip 1 theirs.zip --prefer ours',
  ],
  text: formatMerge,
  async run({ open, options: { base, ours, theirs, out, prefer }, progress }): Promise<MergeResult> {
    const states = {
      base: await readProductState(base, { option: 'base', progress }),
      ours: await readProductState(ours, { option: 'ours', progress }),
      theirs: await readProductState(theirs, { option: 'theirs', progress }),
    }
    const app = await open(withoutStarts)
    const input = { ...states, ...(prefer && { prefer }) }
    const report = (await app.act('merge-products', input, { caller: commandCaller, progress })) as MergeReport
    if (report.sheet === undefined) throw createConflictError(report)
    if (out === undefined) return report
    const file = resolve(out)
    await writeFile(file, report.sheet)
    return { ...report, file }
  },
})

function createConflictError({ conflicts }: MergeReport): ServiceError {
  const sentences = conflicts.slice(0, 50).map(({ sentence }) => `  ${sentence}`)
  const more = conflicts.length > 50 ? `\n  … and ${conflicts.length - 50} more` : ''
  const message = `Both sides changed what does not go together. Say which one prevails with --prefer ours or --prefer theirs.\n${sentences.join('\n')}${more}`
  return new ServiceError('VALIDATION_FAILED', message)
}
