// The parts of the workshop side by side, and what each of them tells the others; on small windows one at a time.
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { DryRun, Session } from '../../transport/shape.js'
import type { Draft, WorkshopNode, WorkshopTree } from '../../transport/workshop/shape.js'
import type { Beside } from '../form/beside.js'
import { DeleteRecord } from '../form/delete-record.js'
import { ask } from '../ground/api.js'
import { listPath, workshopPath } from '../ground/address.js'
import { client, recordQuery } from '../ground/queries.js'
import { go, Link, useWay } from '../ground/routing.js'
import { useStore } from '../ground/store.js'
import { tell } from '../ground/toasts.js'
import { t } from '../wording/text.js'
import { AddStrip } from './add-strip.js'
import { EffectsDialog, isFelt } from './effects-dialog.js'
import { Bridge } from './live-bridge.js'
import { Live } from './live.js'
import { FormBeside } from './form-beside.js'
import { PasteDialog } from './paste-dialog.js'
import { Tree } from './tree.js'
import { TreeBar } from './tree-bar.js'
import { isBelow, type Item, keyOf, rootEntity, siblings } from './tree-model.js'
import { move, productChanged, storedTimes } from './tree-work.js'
import { useTree } from './use-tree.js'
import { w } from './wording/say.js'

const parts = ['tree', 'form', 'live'] as const
type Part = (typeof parts)[number]

interface WorkshopProps {
  readonly tree: WorkshopTree
  readonly session: Session
}

const blank: WorkshopNode = { id: 0, owner: 0, title: '', published: null, ruled: false, note: null, price: null }
const none: readonly Draft[] = []
const noFindings: ReadonlyMap<string, number> = new Map()

export function Workshop({ tree, session }: WorkshopProps): ReactNode {
  const { product } = tree
  const { query } = useWay()
  const own = keyOf(rootEntity, product.id)
  const chosen = new URLSearchParams(query).get('at') ?? own
  const [part, setPart] = useState<Part>('tree')
  const [version, setVersion] = useState(0)
  const [effects, setEffects] = useState<{ would: DryRun; answer: (yes: boolean) => void } | null>(null)
  const [copying, setCopying] = useState(false)
  const isTyped = useRef(false)
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const stored = useStore(storedTimes)
  const [bridge] = useState(() => new Bridge(product.id))
  const latest = useRef({ key: own, entity: rootEntity, id: product.id })

  const openRecord = useCallback(
    async (key: string): Promise<void> => {
      if (await go(`${workshopPath(product.id)}?at=${key}`, { replace: true })) setPart('form')
    },
    [product.id],
  )
  /** A row that was changed in the tree is read anew in its form, unless something is typed there. */
  const changed = (key: string): void => {
    if (key !== latest.current.key || isTyped.current) return
    const { entity, id } = latest.current
    void client.fetchQuery(recordQuery(entity, id)).then(() => setVersion((before) => before + 1))
  }

  const state = useTree(tree, chosen, { opened: (key) => void openRecord(key), changed })
  const { model, item, adding, pasting, removing } = state
  const shown = model.byKey.get(chosen)
  const entity = shown?.node ? shown.kind.entity : rootEntity
  const id = shown?.node?.id ?? product.id
  latest.current = { key: chosen, entity, id }

  const beside = useMemo<Beside>(
    () => ({
      onSaved: () => void productChanged(product.id, entity),
      onDeleted() {
        void productChanged(product.id, entity)
        void go(entity === rootEntity ? listPath(rootEntity) : workshopPath(product.id), { replace: true, guarded: false })
      },
      onTyped(fields) {
        isTyped.current = Object.keys(fields).length > 0
        setDrafts(isTyped.current ? [{ entity, id, fields }] : none)
      },
      async confirms(fields) {
        if (Object.keys(fields).length === 0) return true
        const address = `records/${entity}/${id}?dry_run=1`
        const would = await ask<DryRun>('PATCH', address, { body: fields }).catch(() => null)
        // What is refused is said by the save itself.
        if (!would || !isFelt(would)) return true
        return new Promise((answer) => setEffects({ would, answer }))
      },
    }),
    [product.id, entity, id],
  )

  async function pasted(made: number): Promise<void> {
    const { clip, place } = pasting!
    state.setPasting(null)
    await productChanged(product.id, clip.entity)
    const kind = model.kinds.find((one) => one.entity === clip.entity)!
    const seat: Item = {
      key: keyOf(clip.entity, made),
      kind,
      parent: null,
      children: [],
      node: { ...blank, id: made, title: clip.title },
    }
    if (!('into' in place)) await move(model, seat, place)
    tell({ text: w('pasted', { title: clip.title }) })
    state.setActive(seat.key)
    await openRecord(seat.key)
  }

  async function removed(gone: Item): Promise<void> {
    state.setRemoving(null)
    const beside = siblings(model, gone)
    const at = beside.indexOf(gone)
    state.setActive((beside[at + 1] ?? beside[at - 1] ?? gone.parent)?.key ?? null)
    tell({ text: t('deleted', { title: gone.node!.title }) })
    const isOpen = shown === gone || (shown !== undefined && isBelow(shown, gone))
    if (isOpen) await go(workshopPath(product.id), { replace: true, guarded: false })
    await productChanged(product.id, gone.kind.entity)
    document.querySelector<HTMLElement>('.tree')?.focus()
  }

  async function copied(made: number): Promise<void> {
    setCopying(false)
    tell({ text: w('productCopied', { title: product.title }) })
    await go(workshopPath(made))
  }

  return (
    <div className="workshop" data-part={part}>
      <header className="workshop-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to={listPath(rootEntity)}>{w('products')}</Link>
          </nav>
          <h1>{product.title}</h1>
        </div>
        {!product.published && <span className="badge">{w('unpublished')}</span>}
        <div className="workshop-parts" role="radiogroup" aria-label={w('partsOfScreen')}>
          {parts.map((one) => (
            <button key={one} type="button" role="radio" aria-checked={part === one} onClick={() => setPart(one)}>
              {w(one)}
            </button>
          ))}
        </div>
        <button type="button" aria-pressed={chosen === own} onClick={() => void openRecord(own)}>
          {w('productItself')}
        </button>
        <button type="button" onClick={() => setCopying(true)}>
          {w('copyProduct')}
        </button>
      </header>
      <section className="workshop-tree" aria-label={w('tree')}>
        <TreeBar
          model={model}
          item={item}
          search={state.search}
          onSearch={state.setSearch}
          onAction={state.act}
          onAdd={state.begin}
        />
        {adding && (
          <AddStrip
            key={`${adding.kind.entity} ${adding.owner?.key ?? ''}`}
            model={model}
            adding={adding}
            onAdd={state.addTitled}
            onEnd={() => {
              state.setAdding(null)
              document.querySelector<HTMLElement>('.tree')?.focus()
            }}
          />
        )}
        <Tree
          model={model}
          rows={state.rows}
          active={state.active}
          chosen={chosen}
          renaming={state.renaming}
          findings={noFindings}
          onActive={state.setActive}
          onOpen={(key) => (model.byKey.get(key)?.node ? void openRecord(key) : state.toggle(key))}
          onToggle={state.toggle}
          onRenamed={state.renamed}
          onMove={state.goes}
          onAction={state.act}
        />
      </section>
      <section className="workshop-form" aria-label={w('form')}>
        <FormBeside key={`${entity} ${id} ${version}`} entity={entity} id={id} preset={{}} session={session} beside={beside} />
      </section>
      <section className="workshop-live" aria-label={w('live')}>
        <Live model={model} scripts={tree.scripts} bridge={bridge} drafts={drafts} session={session} stored={stored} />
      </section>
      {removing && (
        <DeleteRecord
          entity={removing.kind.entity}
          id={removing.node!.id}
          title={removing.node!.title}
          etag={null}
          onClose={() => state.setRemoving(null)}
          onDeleted={() => void removed(removing)}
        />
      )}
      {pasting && (
        <PasteDialog
          clip={pasting.clip}
          into={pasting.into}
          session={session}
          onClose={() => state.setPasting(null)}
          onDone={pasted}
        />
      )}
      {copying && (
        <PasteDialog
          clip={{ entity: rootEntity, id: product.id, title: product.title, product: product.id, cut: false }}
          into={undefined}
          session={session}
          onClose={() => setCopying(false)}
          onDone={copied}
        />
      )}
      {effects && (
        <EffectsDialog
          would={effects.would}
          onAnswer={(yes) => {
            setEffects(null)
            effects.answer(yes)
          }}
        />
      )}
    </div>
  )
}
