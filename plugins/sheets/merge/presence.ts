// Decides which parts a merged product has: a deleted part goes if the other side left it unchanged, and new parts come.
import type { AlignedVersion } from '../diff/align.js'
import type { MergeSide } from '../reports.js'
import type { ServiceContext } from '#core/contract.js'
import { sheetLines } from '#core/surface.js'
import { formatBody } from '../sheet/bodies.js'
import { getSheetProperties } from '../sheet/sections.js'
import { hasReferences, formatSheetValue } from '../sheet/values.js'
import { formatVariants } from '../sheet/table-notation.js'
import type { MergedPart } from './merged-sheet.js'

interface Presence {
  /** The number of each part, with the number of its owner. */
  readonly owners: ReadonlyMap<number, number | null>
  /** Parts that one side deleted and the other changed; for a deleted subtree only its root. */
  readonly conflicts: readonly { readonly number: number; readonly deletedBy: MergeSide }[]
  /** Parts that the two sides moved to different owners. */
  readonly moves: readonly number[]
}

interface PresenceInput {
  readonly base: AlignedVersion
  readonly ours: AlignedVersion
  readonly theirs: AlignedVersion
  readonly prefer: MergeSide
  /** Parts that stay in spite of a deletion; `dropped`: parts that are left out. */
  readonly kept: ReadonlySet<number>
  readonly dropped: ReadonlySet<number>
  /** True if the part itself is unchanged. */
  isPartUnchanged(number: number, side: MergeSide): boolean
}

const getOwnerNumber = ({ parts, numbers }: AlignedVersion, number: number): number | null => {
  const owner = parts.get(number)?.owner
  return owner ? (numbers.get(owner) ?? null) : null
}

/** Yields where the caller can pause. */
export function* decidePresence(input: PresenceInput): Generator<void, Presence> {
  const { base, ours, theirs, prefer, kept: retainedParts, dropped } = input
  const owners = new Map<number, number | null>()
  const conflicts: { number: number; deletedBy: MergeSide }[] = []
  const moves: number[] = []
  const decided = new Map<number, boolean>()
  const states = { ours, theirs }

  /** True if `side` changed or added the part, or anything below it that the other side lacks. */
  function* isTouched(number: number, side: MergeSide): Generator<void, boolean> {
    yield
    const other = states[side === 'ours' ? 'theirs' : 'ours']
    if (!base.parts.has(number) || !input.isPartUnchanged(number, side)) return true
    const { parts, numbers } = states[side]
    for (const child of parts.get(number)!.children) {
      const below = numbers.get(child)!
      if (getOwnerNumber(base, below) !== number) return true
      if (!other.parts.has(below) && (yield* isTouched(below, side))) return true
    }
    return false
  }

  function* decide(number: number): Generator<void, boolean> {
    const decision = decided.get(number)
    if (decision !== undefined) return decision
    const stays = yield* isPartPresent(number)
    decided.set(number, stays)
    return stays
  }

  function* isPartPresent(number: number): Generator<void, boolean> {
    if (dropped.has(number)) return false
    const [inOurs, inTheirs] = [ours.parts.has(number), theirs.parts.has(number)]
    if (inOurs && inTheirs) return true
    if (!inOurs && !inTheirs) return false
    const side: MergeSide = inOurs ? 'ours' : 'theirs'
    const owner = getOwnerNumber(states[side], number)
    if (retainedParts.has(number)) return true
    const isTop = owner === null || !base.parts.has(owner) || (ours.parts.has(owner) && theirs.parts.has(owner))
    // The parts below a deleted part stay or go with it.
    if (!isTop && base.parts.has(number)) return yield* decide(owner)
    if (!base.parts.has(number)) return owner === null || (yield* decide(owner))
    if (!(yield* isTouched(number, side))) return false
    conflicts.push({ number, deletedBy: side === 'ours' ? 'theirs' : 'ours' })
    return prefer === side
  }

  const all = [base, ours, theirs].flatMap(({ numbers }) => [...numbers.values()])
  for (const number of new Set(all)) {
    yield
    if (!(yield* decide(number))) continue
    const [was, ourOwner, other] = [base, ours, theirs].map((state) => getOwnerNumber(state, number)) as [
      number | null,
      number | null,
      number | null,
    ]
    const [inOurs, inTheirs] = [ours.parts.has(number), theirs.parts.has(number)]
    if (!inOurs || !inTheirs) owners.set(number, inOurs ? ourOwner : other)
    else if (ourOwner === other || was === other) owners.set(number, ourOwner)
    else if (was === ourOwner) owners.set(number, other)
    else {
      moves.push(number)
      owners.set(number, prefer === 'ours' ? ourOwner : other)
    }
  }
  // A part that stays needs its owners, too.
  for (const [number] of owners) {
    for (let owner = owners.get(number) ?? null; owner !== null && !owners.has(owner); ) {
      const state = ours.parts.has(owner) ? ours : theirs
      owners.set(owner, getOwnerNumber(state, owner))
      owner = owners.get(owner) ?? null
    }
  }
  return { owners, conflicts, moves }
}

interface DanglingReference {
  /** The side that has the referenced part and references it. */
  readonly side: MergeSide
  /** A field's name, `body` or `table`. */
  readonly field: string
  /** The referenced part. */
  readonly missingPart: number
}

/** Records every referenced part that does not exist. */
class RecordingNames extends sheetLines.SheetNames {
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
