// Schemas and types of the difference between two versions of products: as data, and as sentences for merchants.
import type { Message } from '#core/contract.js'
import type { SchemaValue } from '#core/surface.js'

const text = { type: 'string' } as const
const count = { type: 'integer' } as const

/** Coordinates of a price table's cell. */
export const cellSchema = {
  type: 'object',
  description: 'The row and column of the cell of a price table.',
  properties: { row: text, column: text },
  required: ['row', 'column'],
} as const

const changeSchema = {
  type: 'object',
  title: 'DiffChange',
  description: 'One thing that is otherwise.',
  properties: {
    kind: { type: 'string', enum: ['added', 'removed', 'changed', 'moved'] },
    entity: text,
    key: { type: 'string', description: 'Its path, as in a sheet: `width`, or `wood.oak` of an answer.' },
    field: { type: 'string', description: 'Of a changed part.' },
    language: { type: 'string', description: 'Of a text.' },
    cell: cellSchema,
    from: { description: 'As a sheet says it; null for nothing.' },
    to: {},
    meaning: {
      type: 'string',
      enum: ['different', 'unknown'],
      description:
        'Of a rule: `unknown` where it is written otherwise and neither could be shown, that it means the same or something else.',
    },
    sentence: text,
  },
  required: ['kind', 'entity', 'key', 'sentence'],
} as const

const productSchema = {
  type: 'object',
  title: 'ProductDiff',
  description: 'The differences of one product.',
  properties: {
    product: { type: 'string', description: 'The key of its sheet.' },
    title: text,
    equal: { type: 'boolean' },
    counts: {
      type: 'object',
      description: '`rephrased` are rules that are written otherwise and mean the same.',
      properties: { added: count, removed: count, changed: count, moved: count, rephrased: count },
      required: ['added', 'removed', 'changed', 'moved', 'rephrased'],
    },
    changes: { type: 'array', items: changeSchema, description: 'At most 1,000 of them.' },
  },
  required: ['product', 'title', 'equal', 'counts', 'changes'],
} as const

export const diffReportSchema = {
  type: 'object',
  title: 'DiffReport',
  description: 'The differences from the first to the second of two states. `from` and `to` are the input.',
  properties: { from: text, to: text, equal: { type: 'boolean' }, products: { type: 'array', items: productSchema } },
  required: ['from', 'to', 'equal', 'products'],
} as const

export type DiffChange = SchemaValue<typeof changeSchema>
export type ProductDiff = SchemaValue<typeof productSchema>
export type DiffReport = SchemaValue<typeof diffReportSchema>

/** A change whose sentence is not written in a language yet. */
export type ProductChange = Omit<DiffChange, 'sentence'> & { readonly sentence: Message }
export type ProductComparison = Omit<ProductDiff, 'changes'> & { readonly changes: readonly ProductChange[] }
export type Comparison = Omit<DiffReport, 'products' | 'from' | 'to'> & {
  readonly from: Message
  readonly to: Message
  readonly products: readonly ProductComparison[]
}

/** Maximum number of changes reported per product. */
export const maxReportedChanges = 1_000

/** The sides of a merge, with their names in conflicts. */
export const mergeSides = { ours: 'Ours', theirs: 'Theirs' } as const
/** Schemas and types of a merge report: the conflicts, the changes and the merged sheet. */
export type MergeSide = keyof typeof mergeSides

const conflictSchema = {
  type: 'object',
  title: 'MergeConflict',
  description: 'Changes of both sides that contradict each other.',
  properties: {
    kind: {
      type: 'string',
      enum: ['changed', 'deleted', 'named', 'key', 'order'],
      description:
        '`changed`: both sides changed it; `deleted`: one side changed a record that the other deleted; `named`: one side ' +
        'refers to a record that the other deleted; `key`: both gave the same key to different parts; `order`: both put the parts in another order.',
    },
    entity: text,
    key: { type: 'string', description: 'As in a sheet: `width`, or `wood.oak` of an answer.' },
    field: text,
    language: text,
    cell: cellSchema,
    base: { description: 'The format of sheets. Null for no value.' },
    ours: {},
    theirs: {},
    sentence: text,
  },
  required: ['kind', 'entity', 'key', 'base', 'ours', 'theirs', 'sentence'],
} as const

export const mergeReportSchema = {
  type: 'object',
  title: 'MergeReport',
  description: 'The result of a merge.',
  properties: {
    product: text,
    conflicts: { type: 'array', items: conflictSchema },
    changes: {
      type: 'array',
      items: text,
      description: 'The differences from our side to the merged sheet, as sentences.',
    },
    sheet: {
      type: 'string',
      description: 'The merged sheet of the whole product. Absent if there are conflicts and no side was preferred.',
    },
  },
  required: ['product', 'conflicts', 'changes'],
} as const

export type MergeConflict = SchemaValue<typeof conflictSchema>
export type MergeReport = SchemaValue<typeof mergeReportSchema>

/** A conflict whose sentence is not written in a language yet. */
export type ConflictWithMessage = Omit<MergeConflict, 'sentence'> & { readonly sentence: Message }
export type Merge = Omit<MergeReport, 'conflicts' | 'changes'> & {
  readonly conflicts: readonly ConflictWithMessage[]
  readonly changes: readonly Message[]
}
