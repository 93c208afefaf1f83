// Schema of the report of applying a sheet, or of a dry run; the type, the API document and the typed client derive from it.
import type { SchemaValue } from '#core/surface.js'
import type { SheetLanguages } from './define.js'

const text = { type: 'string' } as const
const counts = { type: 'object', additionalProperties: { type: 'integer' } } as const

const change = {
  type: 'object',
  title: 'SheetChange',
  description: 'A part of a product that a sheet made, changed or deleted.',
  properties: {
    entity: text,
    id: { type: 'integer', description: 'Of a new part of a dry run: the id that it had for that moment.' },
    key: { type: 'string', description: 'Its path: `width`, or `wood.oak` of an answer.' },
    fields: { type: 'array', items: text, description: 'Of a changed part.' },
  },
  required: ['entity', 'id', 'key'],
} as const

const changes = { type: 'array', items: change, description: 'The parts themselves, at most 200.' } as const

export const sheetReportSchema = {
  type: 'object',
  title: 'SheetReport',
  description: 'The records that the sheet created, changed and deleted, or would in a dry run.',
  properties: {
    product_id: { type: 'integer' },
    product: text,
    counts: {
      type: 'object',
      description: 'How many parts of which entity.',
      properties: { created: counts, changed: counts, deleted: counts },
      required: ['created', 'changed', 'deleted'],
    },
    created: changes,
    changed: changes,
    deleted: changes,
    files_missing: {
      type: 'array',
      description: 'Pictures and files that the sheet names and this installation does not have: their fields stay as they are.',
      items: { type: 'object', properties: { place: text, file: text }, required: ['place', 'file'] },
    },
    languages_left_out: {
      type: 'array',
      items: text,
      description: 'Languages of the sheet that this installation does not have.',
    },
    languages_lacking: {
      type: 'array',
      items: text,
      description: 'Active languages without texts in the sheet. The texts of new parts are in another language, or empty.',
    },
    findings: {
      type: 'array',
      description: 'Findings about the resulting product.',
      items: {
        type: 'object',
        properties: { kind: text, grade: text, message: text },
        required: ['kind', 'grade', 'message'],
        additionalProperties: true,
      },
    },
    dry_run: { type: 'boolean' },
    affected: {
      type: 'object',
      description: 'Of a dry run: saved configurations and carts that would change.',
      additionalProperties: true,
    },
  },
  required: ['product_id', 'product', 'counts', 'created', 'changed', 'deleted'],
} as const

/** A part that was created, changed or deleted. */
type SheetChange = SchemaValue<typeof change>

/** The report without the fields that the caller adds. */
export type SheetReport = Omit<SchemaValue<typeof sheetReportSchema>, 'findings' | 'affected' | 'dry_run'>

// Records which parts a sheet created, changed and deleted, for the report.

/** Maximum number of parts listed per kind of change. */
const maxListedParts = 200

interface RecordedChange {
  readonly entity: string
  readonly id: number
  readonly key: string
  readonly fields: Set<string>
}

type ChangeKind = keyof SheetReport['counts']

export class ChangeRecorder {
  private readonly noted: Readonly<Record<ChangeKind, Map<string, RecordedChange>>> = {
    created: new Map(),
    changed: new Map(),
    deleted: new Map(),
  }

  created(entity: string, id: number, key: string): void {
    this.note('created', entity, id, key, [])
  }

  /** A part created by the same sheet is reported only as created. */
  changed(entity: string, id: number, key: string, fields: readonly string[]): void {
    if (!this.noted.created.has(`${entity} ${id}`)) this.note('changed', entity, id, key, fields)
  }

  deleted(entity: string, id: number, key: string): void {
    this.note('deleted', entity, id, key, [])
  }

  report(
    productId: number,
    product: string,
    missing: NonNullable<SheetReport['files_missing']>,
    { leftOut: omittedLanguages, missingLanguages }: SheetLanguages,
  ): SheetReport {
    const counts = (kind: ChangeKind): Readonly<Record<string, number>> => {
      const sums: Record<string, number> = {}
      for (const { entity } of this.noted[kind].values()) sums[entity] = (sums[entity] ?? 0) + 1
      return sums
    }
    const parts = (kind: ChangeKind): readonly SheetChange[] =>
      [...this.noted[kind].values()]
        .slice(0, maxListedParts)
        .map(({ entity, id, key, fields }) => ({ entity, id, key, ...(fields.size > 0 && { fields: [...fields] }) }))
    return {
      product_id: productId,
      product,
      counts: { created: counts('created'), changed: counts('changed'), deleted: counts('deleted') },
      created: parts('created'),
      changed: parts('changed'),
      deleted: parts('deleted'),
      ...(missing.length > 0 && { files_missing: missing.slice(0, maxListedParts) }),
      ...(omittedLanguages.length > 0 && { languages_left_out: omittedLanguages.slice(0, maxListedParts) }),
      ...(missingLanguages.length > 0 && { languages_lacking: missingLanguages }),
    }
  }

  private note(kind: ChangeKind, entity: string, id: number, key: string, fields: readonly string[]): void {
    const place = `${entity} ${id}`
    const entry = this.noted[kind].get(place) ?? { entity, id, key, fields: new Set<string>() }
    for (const field of fields) entry.fields.add(field)
    this.noted[kind].set(place, entry)
  }
}
