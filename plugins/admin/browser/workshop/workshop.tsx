// Arranges the workshop's parts side by side and connects them. Small windows show one at a time.
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DryRun, Session } from '../../transport/shape.js'
import type { Draft, WorkshopFinding, WorkshopNode, WorkshopTree } from '../../transport/workshop/shape.js'
import type { Beside } from '../form/beside.js'
import { ask } from '../ground/api.js'
import { listPath, workshopPath } from '../ground/address.js'
import { client, recordQuery } from '../ground/queries.js'
import { go, useWay } from '../ground/routing.js'
import { useStore } from '../ground/store.js'
import { tell, tellFailure } from '../ground/toasts.js'
import { undoing } from '../ground/undo.js'
import { t } from '../wording/text.js'
import { AddStrip } from './add-strip.js'
import { isFelt } from './effects-dialog.js'
import { Bridge } from './live-bridge.js'
import { Live } from './live.js'
import { FindingsList } from './findings-list.js'
import { freshIn, freshMark } from './fresh.js'
import { FormBeside } from './form-beside.js'
import { Tour, type TourHand } from './tour.js'
import { Tree } from './tree.js'
import { TreeBar } from './tree-bar.js'
import { isBelow, type Item, keyOf, partsOf, rootEntity, siblings } from './tree-model.js'
import { move, onFileStored, productChanged, storedTimes } from './tree-work.js'
import { useFindings } from './use-findings.js'
import { useTree } from './use-tree.js'
import { w, wCounted } from './wording/say.js'
import { type Effects, WorkshopDialogs } from './workshop-dialogs.js'
import { type Part, WorkshopHead } from './workshop-head.js'

interface WorkshopProps {
  readonly tree: WorkshopTree
  readonly session: Session
}

const blank: WorkshopNode = { id: 0, owner: 0, title: '', published: null, ruled: false, note: null, price: null }
const none: readonly Draft[] = []
const nothing = {}
export function Workshop({ tree, session }: WorkshopProps): ReactNode {
  const { product } = tree
  const { query } = useWay()
  const own = keyOf(rootEntity, product.id)
  const chosen = new URLSearchParams(query).get('at') ?? own
  const [part, setPart] = useState<Part>('tree')
  const [version, setVersion] = useState(0)
  const [effects, setEffects] = useState<Effects | null>(null)
  const [copying, setCopying] = useState(false)
  const [multiplying, setMultiplying] = useState<Item | null>(null)
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
  /** Reloads a row that was changed in the tree into its form, unless the form has unsaved input. */
  const changed = (key: string): void => {
    if (key !== latest.current.key || isTyped.current) return
    const { entity, id } = latest.current
    void client.fetchQuery(recordQuery(entity, id)).then(() => setVersion((before) => before + 1))
  }

  const agreed = useCallback(
    (would: DryRun): Promise<boolean> =>
      isFelt(would) ? new Promise((answer) => setEffects({ would, answer })) : Promise.resolve(true),
    [],
  )
  const state = useTree(tree, chosen, {
    opened: (key) => void openRecord(key),
    fresh: (made, owner) => void openRecord(`${freshMark}${made}-${owner}`),
    changed,
  })
  const { model, item, adding, pasting, removing } = state
  const shown = model.byKey.get(chosen)
  const fresh = freshIn(model, chosen)
  const entity = fresh?.entity ?? (shown?.node ? shown.kind.entity : rootEntity)
  const id = shown?.node?.id ?? product.id
  const isNew = fresh !== null
  latest.current = { key: chosen, entity, id }

  useEffect(() => onFileStored(() => void productChanged(product.id)), [product.id])
  const findings = useFindings(model, stored, bridge, agreed)
  const { show } = findings
  const { reveal, setActive } = state
  const openFinding = useCallback(
    (finding: WorkshopFinding): void => {
      const key = keyOf(finding.entity, finding.id)
      reveal(model.byKey.get(key)?.parent ?? null)
      setActive(key)
      void openRecord(key)
    },
    [model, reveal, setActive, openRecord],
  )
  const showFinding = useCallback(
    (finding: WorkshopFinding): void => {
      setPart('live')
      show(finding)
    },
    [show],
  )

  const beside = useMemo<Beside>(
    () => ({
      async onSaved(reply, inserted) {
        await productChanged(product.id, entity)
        if (inserted) await go(`${workshopPath(product.id)}?at=${keyOf(entity, reply.id)}`, { replace: true, guarded: false })
      },
      nearby: (of) => partsOf(model, of),
      onDeleted() {
        void productChanged(product.id, entity)
        void go(entity === rootEntity ? listPath(rootEntity) : workshopPath(product.id), { replace: true, guarded: false })
      },
      onRestored: () => productChanged(product.id, entity),
      onTyped(fields) {
        isTyped.current = Object.keys(fields).length > 0
        setDrafts(isTyped.current && !isNew ? [{ entity, id, fields }] : none)
      },
      async confirms(fields) {
        if (Object.keys(fields).length === 0 || isNew) return true
        const address = `records/${entity}/${id}?dry_run=1`
        const would = await ask<DryRun>('PATCH', address, { body: fields }).catch(() => null)
        // The save itself reports errors.
        return would === null || agreed(would)
      },
    }),
    [product.id, entity, id, isNew, agreed, model],
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

  async function removed(gone: Item, undo: string | null): Promise<void> {
    state.setRemoving(null)
    const beside = siblings(model, gone)
    const at = beside.indexOf(gone)
    state.setActive((beside[at + 1] ?? beside[at - 1] ?? gone.parent)?.key ?? null)
    const { entity: of } = gone.kind
    tell({
      text: t('deleted', { title: gone.node!.title }),
      ...undoing(of, undo, () => productChanged(product.id, of)),
    })
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

  async function multiplied(ids: readonly number[]): Promise<void> {
    setMultiplying(null)
    tell({ text: wCounted('added', ids.length) })
    state.toggle(multiplying!.key, true)
    await productChanged(product.id, 'answer')
  }

  const tour: TourHand = {
    add(made, owner) {
      const kind = model.kinds.find((one) => one.entity === made)
      if (!kind) return
      state.reveal(owner)
      if (made === 'answer' && owner) void openRecord(owner.key)
      setPart('tree')
      state.setAdding({ kind, owner, after: null })
    },
    open({ key, parent }) {
      state.reveal(parent)
      state.setActive(key)
      void openRecord(key)
    },
    look: () => setPart('live'),
    publish() {
      const done = ask('PATCH', `records/${rootEntity}/${product.id}`, { body: { published: true } })
      done.then(() => productChanged(product.id, rootEntity), tellFailure)
    },
  }

  return (
    <div className="workshop" data-part={part}>
      <WorkshopHead
        product={product}
        part={part}
        onPart={setPart}
        whole={chosen === own}
        onWhole={() => void openRecord(own)}
        onCopy={() => setCopying(true)}
        shop={session.shop}
      />
      <section className="workshop-tree" aria-label={w('tree')}>
        <TreeBar
          model={model}
          item={item}
          search={state.search}
          onSearch={state.setSearch}
          onAction={state.act}
          onAdd={state.begin}
          onMultiply={setMultiplying}
        />
        <Tour model={model} hand={tour} />
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
          findings={findings.counts}
          onActive={state.setActive}
          onOpen={(key) => (model.byKey.get(key)?.node ? void openRecord(key) : state.toggle(key))}
          onToggle={state.toggle}
          onRenamed={state.renamed}
          onMove={state.goes}
          onAction={state.act}
        />
        <FindingsList
          found={findings.found}
          busy={findings.busy}
          entity={entity}
          id={id}
          model={model}
          onOpen={openFinding}
          onShow={showFinding}
          onRepair={findings.repair}
        />
      </section>
      <section className="workshop-form" aria-label={w('form')}>
        <FormBeside
          key={isNew ? chosen : `${entity} ${id} ${version}`}
          entity={entity}
          id={isNew ? null : id}
          preset={fresh?.preset ?? nothing}
          session={session}
          beside={beside}
        />
      </section>
      <section className="workshop-live" aria-label={w('live')}>
        <Live model={model} scripts={tree.scripts} bridge={bridge} drafts={drafts} session={session} stored={stored} />
      </section>
      <WorkshopDialogs
        product={product}
        session={session}
        removing={removing}
        onRemove={(done) => (done && removing ? void removed(removing, done.undo) : state.setRemoving(null))}
        pasting={pasting}
        onPaste={(made) => (made === null ? state.setPasting(null) : pasted(made))}
        copying={copying}
        onCopy={(made) => (made === null ? setCopying(false) : copied(made))}
        multiplying={multiplying}
        onMultiply={(ids) => (ids === null ? setMultiplying(null) : multiplied(ids))}
        effects={effects}
        onEffects={() => setEffects(null)}
      />
    </div>
  )
}
