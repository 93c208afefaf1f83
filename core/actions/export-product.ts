// Exports products with all their parts to a transfer package.
import { createLabel, createMessage } from '../foundation/message.js'
import { Refusal } from '../foundation/property/kind.js'
import { isId } from '../model/properties/join.js'
import { json, type JsonContent } from '../model/properties/json.js'
import { suggestProductStep } from './arguments.js'
import { defineAction } from './define-action.js'
import { string } from '../model/properties/string.js'
import { ServiceContext } from '../storage/service-context.js'
import type { ExportedPackage } from '../transfer/export/write.js'

const maximumIds = 1_000

/** Accepts `3`, `3,4` and `[3, 4]`, also as text. */
function parseIds(value: unknown): unknown {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return value
  const list = /^\s*\[([^[\]]*)\]\s*$/.exec(value)?.[1] ?? value
  const parts = list.split(',').map((part) => part.trim())
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : value
}

const content: JsonContent<readonly number[], null> = {
  schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: maximumIds },
  typeText: 'readonly number[]',
  empty: null,
  example: '[1, 2]',
  prepare: parseIds,
  validate(value, { label }) {
    const ids = value as readonly unknown[]
    if (ids.length === 0 || ids.length > maximumIds) return [new Refusal(`Field ${label} takes 1 to ${maximumIds} ids.`)]
    if (!ids.every(isId))
      return [new Refusal(createMessage('fields.idsRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')]
    return new Set(ids).size === ids.length
      ? []
      : [new Refusal(createMessage('fields.idTwice', { field: createLabel('field', label) }), 'DUPLICATE')]
  },
}

/** An argument with record ids: a list, or on the command line one id or several separated by commas. */
const createIdListArgument = (label: string, help: string) => json(label, { content, required: true, help })

export const exportProduct = defineAction({
  name: 'export-product',
  description:
    'Exports products with all their parts to one zip file, to import elsewhere or keep as a backup. ' +
    'Reports its path, size and omitted parts.',
  input: {
    product_ids: createIdListArgument('Product ids', 'The ids of the products, for example [1, 2].'),
    out: string('Out', {
      help: 'Over HTTP a file name in the transfer folder, otherwise any path. Default: a generated name.',
    }),
  },
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  command: 'svc:product:export',
  example: { product_ids: [1] },
  nextStep: suggestProductStep,
  run: async ({ context, caller, progress }, { product_ids, out }): Promise<ExportedPackage> =>
    (await import('../transfer/export/write.js')).writePackage(new ServiceContext(context), {
      ids: product_ids,
      out: out ?? null,
      caller,
      progress,
    }),
})
