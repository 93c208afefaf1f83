// Changes to a product tree: each is one call, shown at once, and then read again from the server.
import { queryOptions } from '@tanstack/react-query'
import type { DryRun, RecordReply } from '../../api/shape.js'
import type { WorkshopKind, WorkshopNode, WorkshopTree } from '../../api/workshop/workshop-shape.js'
import { requestBody } from '../base/api.js'
import { queryClient, refreshRecords } from '../base/queries.js'
import { createStore } from '../base/store.js'
import type { ClipboardEntry } from './clipboard.js'
import { type TreeItem, type TreeModel, getOwnerId, type MoveTarget } from './tree-model.js'

export const workshopQuery = (product: number) =>
  queryOptions({
    queryKey: ['workshop', product, 'tree'],
    staleTime: 0,
    queryFn: ({ signal }) => requestBody<WorkshopTree>('GET', `workshop/${product}`, { signal }),
  })

/** Increases with every stored change. Views that do not show records directly refresh then. */
export const storedChangeCount = createStore(0)

/** Refreshes everything that shows the product. */
export async function refreshProduct(product: number, entity?: string): Promise<void> {
  storedChangeCount.set(storedChangeCount.get() + 1)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['workshop', product] }),
    ...(entity === undefined ? [] : [refreshRecords(entity)]),
  ])
}

/** Calls `hear` when a file is stored or removed, because no record save reports that. Returns the unsubscribe function. */
export function subscribeToFileChanges(hear: () => void): () => void {
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    const isAnswer = type === 'updated' && query.state.status === 'success' && query.state.fetchStatus === 'idle'
    // The first reply only contains the existing files.
    if (isAnswer && query.queryKey[0] === 'files' && query.state.dataUpdateCount > 1) hear()
  })
}

/** Shows a changed record until the server's reply arrives. */
function showOptimisticChange(product: number, item: TreeItem, change: Partial<WorkshopNode>): void {
  queryClient.setQueryData(
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

const toRecordAddress = ({ kind, node }: TreeItem): string => `records/${kind.entity}/${node!.id}`

/** Reads the tree again afterwards, which also reverts an optimistic change after an error. */
async function runTreeChange(model: TreeModel, item: TreeItem, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } finally {
    await refreshProduct(model.product.id, item.kind.entity)
  }
}

export function renameItem(model: TreeModel, item: TreeItem, title: string): Promise<void> {
  const [key] = item.kind.titleKeys
  if (key === undefined) return Promise.resolve()
  showOptimisticChange(model.product.id, item, { title })
  return runTreeChange(model, item, () => requestBody('PATCH', toRecordAddress(item), { body: { [key]: title } }))
}

export function publishItem(model: TreeModel, item: TreeItem): Promise<void> {
  const { published: before = null } = item.node ?? {}
  if (before === null) return Promise.resolve()
  const published = !before
  showOptimisticChange(model.product.id, item, { published })
  return runTreeChange(model, item, () => requestBody('PATCH', toRecordAddress(item), { body: { published } }))
}

export function moveItem(model: TreeModel, item: TreeItem, target: MoveTarget): Promise<void> {
  const { field } = item.kind
  return runTreeChange(model, item, () =>
    'into' in target
      ? requestBody('PATCH', toRecordAddress(item), { body: { [field]: getOwnerId(model, target.into) } })
      : requestBody('POST', `${toRecordAddress(item)}/move`, {
          body: 'before' in target ? { before: target.before.node!.id } : { after: target.after.node!.id },
        }),
  )
}

/** Creates a record with its title in every language, after another one if given. Returns its id. */
export async function addItem(
  model: TreeModel,
  kind: WorkshopKind,
  owner: TreeItem | null,
  after: TreeItem | null,
  title: string,
): Promise<number> {
  const titles = Object.fromEntries(kind.titleKeys.map((key) => [key, title]))
  const body = { [kind.field]: getOwnerId(model, owner), ...titles }
  const { id } = await requestBody<RecordReply>('POST', `records/${kind.entity}`, { body })
  if (after?.node && kind.ordered)
    await requestBody('POST', `records/${kind.entity}/${id}/move`, { body: { after: after.node.id } })
  await refreshProduct(model.product.id, kind.entity)
  return id
}

interface TreeCopyReport {
  readonly id: number
  readonly created: Readonly<Record<string, number>>
  readonly left_out: readonly { readonly message: string }[]
}

/** Copies a record with all its descendants. `dry_run` only previews, `code` includes code. */
export function copyRecordInto(
  from: ClipboardEntry,
  into: number | undefined,
  options: { readonly code: boolean; readonly dry_run?: true },
): Promise<TreeCopyReport> {
  const { code, ...rest } = options
  const body = {
    entity: from.entity,
    id: from.id,
    leave_out: true,
    ...(into !== undefined && { into }),
    ...(code && { with_code: true }),
    ...rest,
  }
  return requestBody('POST', 'actions/copy-record', { body })
}

/** The records that a deletion would also remove. */
export const previewRemoval = (from: ClipboardEntry): Promise<DryRun> =>
  requestBody('DELETE', `records/${from.entity}/${from.id}?contents=1&dry_run=1`)

export const removeRecord = (from: ClipboardEntry): Promise<void> =>
  requestBody('DELETE', `records/${from.entity}/${from.id}?contents=1`)
