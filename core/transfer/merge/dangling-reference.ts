// Finds references of a merged product to parts that one side deleted.
import type { ServiceContext } from '../../storage/service-context.js'
import type { AlignedVersion } from '../diff/align.js'
import { formatBody } from '../sheet/bodies.js'
import { SheetNames } from '../sheet/sheet-names.js'
import { getSheetProperties } from '../sheet/sections.js'
import { hasReferences, formatSheetValue } from '../sheet/values.js'
import { formatVariants } from '../sheet/variant-lines.js'
import type { MergeSide } from './define.js'
import type { MergedPart } from './merged-sheet.js'

interface DanglingReference {
  /** The side that has the referenced part and references it. */
  readonly side: MergeSide
  /** A field's name, `body` or `table`. */
  readonly field: string
  /** The referenced part. */
  readonly missingPart: number
}

/** Records every referenced part that does not exist. */
class RecordingNames extends SheetNames {
  private gone = new Set<number>()

  constructor(
    private readonly there: ReadonlyMap<number, MergedPart>,
    private readonly states: readonly AlignedVersion[],
    functions: ReadonlySet<string>,
  ) {
    super(
      [...there.values()].map(({ entity, number, key }) => ({ entity: entity.name, id: number, key, owner: null })),
      new Map(),
      functions,
    )
  }

  /** Returns and clears the recorded parts. */
  take(): ReadonlySet<number> {
    const { gone: danglingIds } = this
    this.gone = new Set()
    return danglingIds
  }

  override keyOf(entity: string, id: number): string | null {
    this.look(entity, id)
    return super.keyOf(entity, id)
  }

  override nameOf(entity: string, id: number): string {
    this.look(entity, id)
    return super.nameOf(entity, id)
  }

  override answerOf(question: number, id: number): string | null {
    this.look('answer', id, question)
    return null
  }

  private look(entity: string, id: number, question?: number): void {
    if (this.there.has(id)) return
    const isDangling = this.states.some(({ parts, numbers }) => {
      const part = parts.get(id)
      return (
        part?.entity.name === entity && (question === undefined || (part.owner !== null && numbers.get(part.owner) === question))
      )
    })
    if (isDangling) this.gone.add(id)
  }
}

/** Yields the missing references, part by part, and undefined where the caller can pause. */
export function* findDanglingReferences(
  work: ServiceContext,
  states: Readonly<Record<MergeSide, AlignedVersion>>,
  there: ReadonlyMap<number, MergedPart>,
): Generator<(DanglingReference & { readonly part: MergedPart }) | undefined> {
  const { registry } = work.context
  const names = new RecordingNames(there, [states.ours, states.theirs], new Set(registry.functions.keys()))
  const scope = { names, registry }
  for (const part of there.values()) {
    yield
    const collectFromField = function* (field: string): Generator<DanglingReference & { readonly part: MergedPart }> {
      for (const missingNumber of names.take())
        yield { part, field, missingPart: missingNumber, side: states.ours.parts.has(missingNumber) ? 'ours' : 'theirs' }
    }
    for (const property of getSheetProperties(part.entity)) {
      const value = part.fields.get(property.name)
      if (!hasReferences(property) || value === null || value === undefined) continue
      formatSheetValue(property, value, scope)
      yield* collectFromField(property.name)
    }
    const { body, table } = part
    if (body) formatBody(body.type, body.body, scope)
    yield* collectFromField('body')
    if (table) formatVariants(table, names)
    yield* collectFromField('table')
  }
}
