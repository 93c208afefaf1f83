// Records which parts a sheet created, changed and deleted, for the report.
import type { SheetLanguages } from './languages.js'
import type { SheetChange, SheetReport } from './report.js'

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
