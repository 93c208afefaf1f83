// Changes to a product tree: each is one call, shown at once, and then read again from the server.
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

/** Increases with every stored change. Views that do not show records directly refresh then. */
export const storedTimes = createStore(0)

/** Refreshes everything that shows the product. */
export async function productChanged(product: number, entity?: string): Promise<void> {
  storedTimes.set(storedTimes.get() + 1)
  await Promise.all([
    client.invalidateQueries({ queryKey: ['workshop', product] }),
    ...(entity === undefined ? [] : [recordsChanged(entity)]),
  ])
}

/** Calls `hear` when a file is stored or removed, because no record save reports that. Returns the unsubscribe function. */
export function onFileStored(hear: () => void): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    const isAnswer = type === 'updated' && query.state.status === 'success' && query.state.fetchStatus === 'idle'
    // The first reply only contains the existing files.
    if (isAnswer && query.queryKey[0] === 'files' && query.state.dataUpdateCount > 1) hear()
  })
}

/** Shows a changed record until the server's reply arrives. */
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

/** Reads the tree again afterwards, which also reverts an optimistic change after an error. */
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

/** Creates a record with its title in every language, after another one if given. Returns its id. */
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

/** Copies a record with all its descendants. `dry_run` only previews, `code` includes code. */
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

/** The records that a deletion would also remove. */
export const wouldRemove = (from: Clip): Promise<DryRun> => ask('DELETE', `records/${from.entity}/${from.id}?dry_run=1`)

export const remove = (from: Clip): Promise<void> => ask('DELETE', `records/${from.entity}/${from.id}`)
