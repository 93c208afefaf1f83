// Describes the differences between two states of products.
import { string } from '#core/contract.js'
import { type DiffReport, fullGrant } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { readProductState } from '../sheet-file.js'

const commandCaller = Object.freeze({ grant: fullGrant, name: 'cli', id: null })

function formatDiff({ from, to, products }: DiffReport): string {
  const parts = products.map(({ title, product, equal, counts, changes }) => {
    const rephrased = counts.rephrased === 0 ? '' : ` Rules that are only written otherwise: ${counts.rephrased}.`
    if (equal) return `'${title}' (${product}): no difference.${rephrased}`
    const { added, removed, changed, moved: reordered } = counts
    const untold = added + removed + changed + reordered - changes.length
    const more = untold > 0 ? `\n  … and ${untold} more` : ''
    const lines = changes.map(({ sentence }) => `  ${sentence}`).join('\n')
    return `'${title}' (${product}): ${added} new, ${removed} gone, ${changed} changed, ${reordered} moved.${rephrased}\n${lines}${more}`
  })
  return [`From ${from} to ${to}:`, ...parts].join('\n')
}

export const productDiff = defineCliCommand({
  name: 'svc:product:diff',
  description: 'Compares two states of products: ids, packages (.zip, .zip#3) or sheets (.yaml, .json).',
  positional: ['from', 'to'],
  options: {
    from: string('From', { required: true, length: 4_000, help: "The id of a product, a package, or a sheet's file." }),
    to: string('To', { length: 4_000, help: 'Likewise; left out: what is otherwise in the first one than in the shop.' }),
  },
  examples: ['svc:product:diff lamp.yaml', 'svc:product:diff last-week.zip today.zip', 'svc:product:diff 1 2 --json'],
  text: formatDiff,
  async run({ open, options: { from, to }, progress }): Promise<DiffReport> {
    const target = to === undefined ? {} : { to: await readProductState(to, { option: 'to', progress }) }
    const input = { from: await readProductState(from, { option: 'from', progress }), ...target }
    const app = await open(withoutStarts)
    return (await app.act('diff-products', input, { caller: commandCaller, progress })) as DiffReport
  },
})
