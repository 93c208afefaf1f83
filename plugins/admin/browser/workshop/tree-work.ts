// What is done to a product's tree: each thing is one call, shown at once, and read again from the server afterwards.
import { queryOptions } from '@tanstack/react-query'
import type { DryRun, RecordReply } from '../../transport/shape.js'
import type { WorkshopKind, WorkshopNode, WorkshopTree } from '../../transport/workshop/shape.js'
import { ask } from '../ground/api.js'
import { client, recordsChanged } from '../ground/queries.js'
import { createStore } from '../ground/store.js'
import type { Clip } from './clipboard.js'
import { type Item, type Model, ownerId, type Target } from './tree-model.js'

export const workshopQuery = (product: number) =>
  queryOptions({
    queryKey: ['workshop', product, 'tree'],
    staleTime: 0,
    queryFn: ({ signal }) => ask<WorkshopTree>('GET', `workshop/${product}`, { signal }),
  })

/** Rises with everything that is stored: what shows the product otherwise than by its records looks again. */
export const storedTimes = createStore(0)

/** Everything that shows the product asks again. */
export async function productChanged(product: number, entity?: string): Promise<void> {
  storedTimes.set(storedTimes.get() + 1)
  await Promise.all([
    client.invalidateQueries({ queryKey: ['workshop', product] }),
    ...(entity === undefined ? [] : [recordsChanged(entity)]),
  ])
}

/** Hears of files that are stored or removed, which no save of a record tells. Gives what ends it. */
export function onFileStored(hear: () => void): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    const isAnswer = type === 'updated' && query.state.status === 'success' && query.state.fetchStatus === 'idle'
    // The first answer tells what was there.
    if (isAnswer && query.queryKey[0] === 'files' && query.state.dataUpdateCount > 1) hear()
  })
}

/** Shows a record otherwise until the server says how it is. */
function shown(product: number, item: Item, change: Partial<WorkshopNode>): void {
  client.setQueryData(
    workshopQuery(product).queryKey,
    (tree) =>
      tree && {
        ...tree,
        kinds: tree.kinds.map((kind) =>
          kind.entity !== item.kind.entity
            ? kind
            : { ...kind, nodes: kind.nodes.map((node) => (node.id === item.node?.id ? { ...node, ...change } : node)) },
        ),
      },
  )
}

const addressOf = ({ kind, node }: Item): string => `records/${kind.entity}/${node!.id}`

/** Takes what was shown back where the server refuses. */
async function carried(model: Model, item: Item, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } finally {
    await productChanged(model.product.id, item.kind.entity)
  }
}

export function rename(model: Model, item: Item, title: string): Promise<void> {
  const [key] = item.kind.titleKeys
  if (key === undefined) return Promise.resolve()
  shown(model.product.id, item, { title })
  return carried(model, item, () => ask('PATCH', addressOf(item), { body: { [key]: title } }))
}

export function publish(model: Model, item: Item): Promise<void> {
  const { published: before = null } = item.node ?? {}
  if (before === null) return Promise.resolve()
  const published = !before
  shown(model.product.id, item, { published })
  return carried(model, item, () => ask('PATCH', addressOf(item), { body: { published } }))
}

export function move(model: Model, item: Item, target: Target): Promise<void> {
  const { field } = item.kind
  return carried(model, item, () =>
    'into' in target
      ? ask('PATCH', addressOf(item), { body: { [field]: ownerId(model, target.into) } })
      : ask('POST', `${addressOf(item)}/move`, {
          body: 'before' in target ? { before: target.before.node!.id } : { after: target.after.node!.id },
        }),
  )
}

/** Makes a record with its title in every language, and puts it behind another one where that is named. Its id. */
export async function add(
  model: Model,
  kind: WorkshopKind,
  owner: Item | null,
  after: Item | null,
  title: string,
): Promise<number> {
  const titles = Object.fromEntries(kind.titleKeys.map((key) => [key, title]))
  const body = { [kind.field]: ownerId(model, owner), ...titles }
  const { id } = await ask<RecordReply>('POST', `records/${kind.entity}`, { body })
  if (after?.node && kind.ordered) await ask('POST', `records/${kind.entity}/${id}/move`, { body: { after: after.node.id } })
  await productChanged(model.product.id, kind.entity)
  return id
}

export interface CopyReport {
  readonly id: number
  readonly created: Readonly<Record<string, number>>
  readonly left_out: readonly { readonly message: string }[]
}

/** Copies a record with all below it; tried only, where `dry_run` says so. Code comes along where `code` says so. */
export function copyInto(
  from: Clip,
  into: number | undefined,
  options: { readonly code: boolean; readonly dry_run?: true },
): Promise<CopyReport> {
  const { code, ...rest } = options
  const body = {
    entity: from.entity,
    id: from.id,
    leave_out: true,
    ...(into !== undefined && { into }),
    ...(code && { with_code: true }),
    ...rest,
  }
  return ask('POST', 'actions/copy-record', { body })
}

/** What the removal of a record would take along. */
export const wouldRemove = (from: Clip): Promise<DryRun> => ask('DELETE', `records/${from.entity}/${from.id}?dry_run=1`)

export const remove = (from: Clip): Promise<void> => ask('DELETE', `records/${from.entity}/${from.id}`)
