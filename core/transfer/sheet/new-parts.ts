// Inserts new parts below new owners, in batches with few statements.
import { ValidationError } from '../../foundation/errors.js'
import { canShareInsert, rowsPerInsert, writeEntityRecords } from '../../storage/pipeline/write.js'
import type { WriteResult } from '../../storage/record/results.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { TargetPart } from './match.js'

type Fields = Readonly<Record<string, unknown>>

interface QueuedPart {
  readonly target: TargetPart
  readonly fields: Fields
}

/** Parts level by level, owners first; within a level grouped by entity, in order. */
export function* walkByDepth(root: TargetPart): Generator<TargetPart> {
  let level: readonly TargetPart[] = [root]
  while (level.length > 0) {
    const groups = new Map<string, TargetPart[]>()
    for (const target of level) {
      const group = groups.get(target.entity.name)
      if (group) group.push(target)
      else groups.set(target.entity.name, [target])
    }
    for (const group of groups.values()) yield* group
    level = level.flatMap(({ children }) => children)
  }
}

/** True for a new part that can be validated alone, below an owner that is also new. */
function canBatch({ storedPart, id, owner, entity }: TargetPart, fields: Fields): boolean {
  const isNew = storedPart === null && id === null && owner !== null && owner.storedPart === null
  return isNew && entity.operations.includes('create') && canShareInsert(entity, fields)
}

export class NewParts {
  private waiting: QueuedPart[] = []

  /** `one` creates a part alone. `made` receives each part of a batch with its fields and its written record. */
  constructor(
    private readonly work: ServiceContext & TransactionContext,
    private readonly storeTarget: (target: TargetPart, fields: Fields) => Promise<void>,
    private readonly onCreated: (target: TargetPart, fields: Fields, written: WriteResult) => Promise<void>,
  ) {}

  /** Queues the part for a batch. A part that cannot be batched is created alone, after the queued ones. */
  async add(target: TargetPart, fields: Fields): Promise<void> {
    const waits = canBatch(target, fields)
    const isFull = this.waiting.length === rowsPerInsert || (this.waiting[0] && this.waiting[0].target.entity !== target.entity)
    if (!waits || isFull) await this.make()
    if (waits) this.waiting.push({ target, fields })
    else await this.storeTarget(target, fields)
  }

  async make(): Promise<void> {
    const batch = this.waiting.splice(0)
    if (batch.length === 0) return
    const { context, unit } = this.work
    try {
      const createdRecords = await writeEntityRecords(context, batch[0]!.target.entity.name, batch, { unit, internal: true })
      for (const [index, { target, fields }] of batch.entries()) await this.onCreated(target, fields, createdRecords[index]!)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      // Write each part alone to report errors with their places.
      for (const { target, fields } of batch) await this.storeTarget(target, fields)
    }
  }
}
