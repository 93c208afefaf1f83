// State of the tree on screen: expanded rows, active row, inline inputs, and pending operations.
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { WorkshopTree } from '../../transport/workshop/shape.js'
import { tell, tellFailure } from '../ground/toasts.js'
import type { Adding } from './add-strip.js'
import { type Clip, clip, keepClip } from './clipboard.js'
import { type PasteTarget, pasteTarget } from './paste-target.js'
import type { AddPlace } from './tree-bar.js'
import type { TreeAction } from './tree-keys.js'
import {
  headingKey,
  heldBy,
  type Item,
  keyOf,
  matching,
  type Model,
  modelOf,
  ownerId,
  rowsOf,
  stepOf,
  type Target,
} from './tree-model.js'
import { add, move, publish, rename } from './tree-work.js'
import { w } from './wording/say.js'

export interface Pasting extends PasteTarget {
  readonly clip: Clip
}

const titleOf = ({ node, kind }: Item): string => node?.title || `${kind.label} ${node?.id ?? ''}`

/** Initially, products with up to this number of rows are fully expanded. Larger ones show only the first level. */
const fewRows = 60

function firstOpen(model: Model, chosen: string | null): ReadonlySet<string> {
  const all = [...model.byKey.values()]
  const small = all.length <= fewRows
  const open = new Set(all.filter(({ node, parent }) => node !== null && (small || parent === null)).map(({ key }) => key))
  for (let at = model.byKey.get(chosen ?? '')?.parent; at; at = at.parent) open.add(at.key)
  return open
}

interface TreeHost {
  /** Opens the form of a row. */
  opened(key: string): void
  /** Opens the form of a new record that needs more than a title. */
  fresh(entity: string, owner: number): void
  /** Called after a row was changed in the tree. */
  changed(key: string): void
}

export function useTree(tree: WorkshopTree, chosen: string | null, { opened, fresh, changed }: TreeHost) {
  const model = useMemo(() => modelOf(tree), [tree])
  const [open, setOpen] = useState(() => firstOpen(model, chosen))
  const [active, setActive] = useState<string | null>(chosen)
  const [search, setSearch] = useState('')
  const [renaming, setRenaming] = useState<string | null>(null)
  const [adding, setAdding] = useState<Adding | null>(null)
  const [removing, setRemoving] = useState<Item | null>(null)
  const [pasting, setPasting] = useState<Pasting | null>(null)
  const wanted = useDeferredValue(search)
  const found = useMemo(() => matching(model, wanted), [model, wanted])
  const rows = useMemo(() => rowsOf(model, open, found), [model, open, found])
  const item = active === null ? null : (model.byKey.get(active) ?? null)

  const toggle = useCallback((key: string, to?: boolean): void => {
    setOpen((before) => {
      const next = new Set(before)
      if (to ?? !before.has(key)) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])

  function act({ key }: Item, work: Promise<unknown>): void {
    work.then(() => changed(key), tellFailure)
  }

  const reveal = useCallback(
    (one: Item | null): void => {
      for (let at = one; at; at = at.parent) toggle(at.key, true)
    },
    [toggle],
  )

  function goes(one: Item, target: Target): void {
    reveal('into' in target ? target.into : 'before' in target ? target.before.parent : target.after.parent)
    const said = (): void => tell({ text: w('moved', { title: titleOf(one) }) })
    act(one, move(model, one, target).then(said))
  }

  function begin(entity: string, where: AddPlace): void {
    const kind = model.kinds.find((one) => one.entity === entity)
    if (!kind) return
    const owner = where === 'top' ? null : where === 'inside' ? item : item?.parent?.node ? item.parent : null
    reveal(owner)
    toggle(headingKey(entity), true)
    if (kind.titleKeys.length === 0) fresh(entity, ownerId(model, owner))
    else setAdding({ kind, owner, after: where === 'after' ? item : null })
  }

  async function addTitled(title: string): Promise<void> {
    if (!adding) return
    const { kind, owner, after } = adding
    const id = await add(model, kind, owner, after, title)
    const key = keyOf(kind.entity, id)
    setActive(key)
    opened(key)
    // The next new record goes after this one.
    if (after) setAdding({ ...adding, after: { ...after, key, node: { ...after.node!, id, title } } })
  }

  function paste(): void {
    const held = clip.get()
    const target = held && pasteTarget(model, item, held)
    if (!held || !target) return
    const own = held.product === model.product.id && held.cut ? model.byKey.get(keyOf(held.entity, held.id)) : undefined
    if (own) {
      if (own.key !== active) goes(own, target.place)
      keepClip(null)
    } else setPasting({ ...target, clip: held })
  }

  function keep(one: Item, cut: boolean): void {
    keepClip({ entity: one.kind.entity, id: one.node!.id, title: titleOf(one), product: model.product.id, cut })
    tell({ text: w(cut ? 'isCut' : 'isCopied', { title: titleOf(one) }) })
  }

  const run: Partial<Record<TreeAction, (one: Item) => void>> = {
    open: ({ key, node }) => (node === null ? toggle(key) : opened(key)),
    rename: (one) => one.kind.may.change && one.kind.titleKeys.length > 0 && setRenaming(one.key),
    publish: (one) => one.kind.may.change && act(one, publish(model, one)),
    remove: (one) => one.kind.may.delete && setRemoving(one),
    copy: (one) => keep(one, false),
    cut: (one) => one.kind.may.delete && keep(one, true),
    'add-after': (one) => one.kind.may.create && begin(one.kind.entity, one.kind.ordered ? 'after' : 'top'),
    'add-inside'(one) {
      const kind = heldBy(model, one).find(({ may }) => may.create)
      if (kind) begin(kind.entity, 'inside')
    },
    'move-up': (one) => step(one, true),
    'move-down': (one) => step(one, false),
  }

  function step(one: Item, up: boolean): void {
    const target = one.kind.may.change ? stepOf(model, one, up) : null
    if (target) goes(one, target)
  }

  return {
    model,
    rows,
    item,
    active,
    setActive,
    search,
    setSearch,
    toggle,
    renaming,
    adding,
    setAdding,
    addTitled,
    begin,
    removing,
    setRemoving,
    pasting,
    setPasting,
    goes,
    reveal,
    act(action: TreeAction): void {
      if (action === 'paste') return paste()
      if (item?.node || (item && (action === 'open' || action === 'add-inside'))) run[action]?.(item)
    },
    renamed(key: string, title: string | null): void {
      setRenaming(null)
      const one = model.byKey.get(key)
      if (one?.node && title !== null && title !== one.node.title) act(one, rename(model, one, title))
    },
  }
}
