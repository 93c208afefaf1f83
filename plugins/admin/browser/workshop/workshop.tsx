// Arranges the workshop's parts side by side and connects them. Small windows show one at a time.
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DryRun, AdminSessionReply } from '../../api/shape.js'
import type { WorkshopDraft, WorkshopFinding, WorkshopNode, WorkshopTree } from '../../api/workshop/shape.js'
import type { FormHost } from '../form/form-host.js'
import { requestBody } from '../base/api.js'
import { toRecordListPath, toWorkshopPath } from '../base/screen-location.js'
import { queryClient, recordQuery } from '../base/queries.js'
import { navigate, useRoute } from '../base/routing.js'
import { useStore } from '../base/store.js'
import { showToast, createUndoAction } from '../base/toasts.js'
import { t } from '../wording/text.js'
import { AddRecordsInput } from './add-records-input.js'
import { hasShopperEffects, type EffectsQuestion, WorkshopDialogs } from './workshop-dialogs.js'
import { PreviewBridge } from './preview-bridge.js'
import { ConfiguratorPreview } from './configurator-preview.js'
import { FindingsList, useFindings } from './findings-list.js'
import { parseNewRecordTarget, newRecordPrefix } from './new-record-target.js'
import { PublishDialog } from './publish-dialog.js'
import { RecordPanel } from './record-panel.js'
import { Tour, type TourActions } from './tour.js'
import { ProductTreeView } from './tree.js'
import { TreeToolbar } from './tree-toolbar.js'
import {
  getChildKinds,
  isDescendant,
  type TreeItem,
  type TreeModel,
  toItemKey,
  listEntityChoices,
  rootEntity,
  listSiblings,
} from './tree-model.js'
import { moveItem, subscribeToFileChanges, refreshProduct, storedChangeCount } from './tree-changes.js'
import { useTree } from './use-tree.js'
import { tWorkshop } from './wording/workshop-text.js'
import { type WorkshopPart, WorkshopHead } from './workshop-head.js'

interface WorkshopProps {
  readonly tree: WorkshopTree
  readonly session: AdminSessionReply
}

const blankNode: WorkshopNode = { id: 0, owner: 0, title: '', published: null, ruled: false, note: null, price: null }
const noDrafts: readonly WorkshopDraft[] = []
const emptyPreset = {}

interface CalculationBodyProps {
  readonly model: TreeModel
  readonly calculation: TreeItem
  readonly onOpen: (key: string) => void
  readonly onCreate: (entity: string) => void
}

/** Leads from a calculation to the formula, price table or code that it consists of. */
function CalculationBody({ model, calculation, onOpen, onCreate }: CalculationBodyProps): ReactNode {
  const [body] = calculation.children
  const kind = body?.kind ?? getChildKinds(model, calculation).find(({ may }) => may.create)
  if (kind === undefined) return null
  return (
    <section className="card" aria-labelledby="calculation-body">
      <h3 id="calculation-body">{tWorkshop('calculationBody')}</h3>
      {body === undefined && <p className="quiet-text">{tWorkshop('calculationEmpty')}</p>}
      <p>
        <button
          type="button"
          className={body === undefined ? 'primary' : undefined}
          onClick={() => (body === undefined ? onCreate(kind.entity) : onOpen(body.key))}
        >
          {tWorkshop(body === undefined ? 'createBody' : 'openBody', { label: kind.label })}
        </button>
      </p>
    </section>
  )
}

export function Workshop({ tree, session }: WorkshopProps): ReactNode {
  const { product } = tree
  const { query } = useRoute()
  const own = toItemKey(rootEntity, product.id)
  const chosen = new URLSearchParams(query).get('at') ?? own
  const [part, setPart] = useState<WorkshopPart>('tree')
  const [version, setVersion] = useState(0)
  const [effects, setEffects] = useState<EffectsQuestion | null>(null)
  const [copying, setCopying] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const [multiplying, setMultiplying] = useState<TreeItem | null>(null)
  const isTyped = useRef(false)
  const [drafts, setDrafts] = useState<readonly WorkshopDraft[]>([])
  const stored = useStore(storedChangeCount)
  const [bridge] = useState(() => new PreviewBridge(product.id))
  const latest = useRef({ key: own, entity: rootEntity, id: product.id })

  const openRecord = useCallback(
    async (key: string): Promise<void> => {
      if (await navigate(`${toWorkshopPath(product.id)}?at=${key}`, { replace: true })) setPart('form')
    },
    [product.id],
  )
  /** Reloads a row that was changed in the tree into its form, unless the form has unsaved input. */
  const changed = (key: string): void => {
    if (key !== latest.current.key || isTyped.current) return
    const { entity, id } = latest.current
    void queryClient.fetchQuery(recordQuery(entity, id)).then(() => setVersion((before) => before + 1))
  }

  const agreed = useCallback(
    (would: DryRun): Promise<boolean> =>
      hasShopperEffects(would) ? new Promise((answer) => setEffects({ would, answer })) : Promise.resolve(true),
    [],
  )
  const state = useTree(tree, chosen, {
    opened: (key) => void openRecord(key),
    fresh: (entityName, owner) => void openRecord(`${newRecordPrefix}${entityName}-${owner}`),
    changed,
  })
  const { model, item, adding, pasting, removing } = state
  const openItem = model.byKey.get(chosen)
  const fresh = parseNewRecordTarget(model, chosen)
  const entity = fresh?.entity ?? (openItem?.node ? openItem.kind.entity : rootEntity)
  const id = openItem?.node?.id ?? product.id
  const isNew = fresh !== null
  latest.current = { key: chosen, entity, id }

  useEffect(() => subscribeToFileChanges(() => void refreshProduct(product.id)), [product.id])
  const findings = useFindings(model, stored, bridge, agreed)
  const { show } = findings
  const mayPublish = model.kinds.some(({ may }) => may.change)
  const { reveal, setActive } = state
  const openFinding = useCallback(
    (finding: WorkshopFinding): void => {
      const key = toItemKey(finding.entity, finding.id)
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

  const formHost = useMemo<FormHost>(
    () => ({
      async onSaved(reply, inserted) {
        await refreshProduct(product.id, entity)
        if (inserted)
          await navigate(`${toWorkshopPath(product.id)}?at=${toItemKey(entity, reply.id)}`, { replace: true, guarded: false })
      },
      nearby: (of) => listEntityChoices(model, of),
      onDeleted() {
        void refreshProduct(product.id, entity)
        void navigate(entity === rootEntity ? toRecordListPath(rootEntity) : toWorkshopPath(product.id), {
          replace: true,
          guarded: false,
        })
      },
      onRestored: () => refreshProduct(product.id, entity),
      onTyped(fields) {
        isTyped.current = Object.keys(fields).length > 0
        setDrafts(isTyped.current && !isNew ? [{ entity, id, fields }] : noDrafts)
      },
      async confirms(fields) {
        if (Object.keys(fields).length === 0 || isNew) return true
        const address = `records/${entity}/${id}?dry_run=1`
        const would = await requestBody<DryRun>('PATCH', address, { body: fields }).catch(() => null)
        // The save itself reports errors.
        return would === null || agreed(would)
      },
    }),
    [product.id, entity, id, isNew, agreed, model],
  )

  async function pasted(newId: number): Promise<void> {
    const { clip, place } = pasting!
    state.setPasting(null)
    await refreshProduct(product.id, clip.entity)
    const kind = model.kinds.find((itemKind) => itemKind.entity === clip.entity)!
    const seat: TreeItem = {
      key: toItemKey(clip.entity, newId),
      kind,
      parent: null,
      children: [],
      node: { ...blankNode, id: newId, title: clip.title },
    }
    if (!('into' in place)) await moveItem(model, seat, place)
    showToast({ text: tWorkshop('pasted', { title: clip.title }) })
    state.setActive(seat.key)
    await openRecord(seat.key)
  }

  async function removed(removedItem: TreeItem, undo: string | null): Promise<void> {
    state.setRemoving(null)
    const siblings = listSiblings(model, removedItem)
    const at = siblings.indexOf(removedItem)
    state.setActive((siblings[at + 1] ?? siblings[at - 1] ?? removedItem.parent)?.key ?? null)
    const { entity: of } = removedItem.kind
    showToast({
      text: t('deleted', { title: removedItem.node!.title }),
      ...createUndoAction(of, undo, () => refreshProduct(product.id, of)),
    })
    const isOpen = openItem === removedItem || (openItem !== undefined && isDescendant(openItem, removedItem))
    if (isOpen) await navigate(toWorkshopPath(product.id), { replace: true, guarded: false })
    await refreshProduct(product.id, removedItem.kind.entity)
    document.querySelector<HTMLElement>('.tree')?.focus()
  }

  async function copied(newId: number): Promise<void> {
    setCopying(false)
    showToast({ text: tWorkshop('productCopied', { title: product.title }) })
    await navigate(toWorkshopPath(newId))
  }

  async function multiplied(ids: readonly number[]): Promise<void> {
    setMultiplying(null)
    showToast({ text: tWorkshop('added', { count: ids.length }) })
    state.toggle(multiplying!.key, true)
    await refreshProduct(product.id, 'answer')
  }

  const tour: TourActions = {
    add(entityName, owner) {
      const kind = model.kinds.find((itemKind) => itemKind.entity === entityName)
      if (!kind) return
      state.reveal(owner)
      if (entityName === 'answer' && owner) void openRecord(owner.key)
      setPart('tree')
      state.setAdding({ kind, owner, after: null })
    },
    open({ key, parent }) {
      state.reveal(parent)
      state.setActive(key)
      void openRecord(key)
    },
    look: () => setPart('live'),
    publish: () => setPublishing(true),
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
        onPublish={mayPublish ? () => setPublishing(true) : null}
        shop={session.shop}
      />
      <section className="workshop-tree" aria-label={tWorkshop('tree')}>
        <TreeToolbar
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
          <AddRecordsInput
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
        <ProductTreeView
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
      <section className="workshop-form" aria-label={tWorkshop('form')}>
        <RecordPanel
          key={isNew ? chosen : `${entity} ${id} ${version}`}
          entity={entity}
          id={isNew ? null : id}
          preset={fresh?.preset ?? emptyPreset}
          session={session}
          host={formHost}
        />
        {!isNew && openItem?.kind.entity === 'calculation' && (
          <CalculationBody
            model={model}
            calculation={openItem}
            onOpen={(key) => {
              reveal(openItem)
              setActive(key)
              void openRecord(key)
            }}
            onCreate={(entityName) => void openRecord(`${newRecordPrefix}${entityName}-${id}`)}
          />
        )}
      </section>
      <section className="workshop-live" aria-label={tWorkshop('live')}>
        <ConfiguratorPreview
          model={model}
          scripts={tree.scripts}
          bridge={bridge}
          drafts={drafts}
          session={session}
          stored={stored}
        />
      </section>
      {publishing && (
        <PublishDialog
          product={product}
          session={session}
          found={findings.busy ? undefined : findings.found}
          onClose={() => setPublishing(false)}
        />
      )}
      <WorkshopDialogs
        product={product}
        session={session}
        removing={removing}
        onRemove={(removal) => (removal && removing ? void removed(removing, removal.undo) : state.setRemoving(null))}
        pasting={pasting}
        onPaste={(newId) => (newId === null ? state.setPasting(null) : pasted(newId))}
        copying={copying}
        onCopy={(newId) => (newId === null ? setCopying(false) : copied(newId))}
        multiplying={multiplying}
        onMultiply={(ids) => (ids === null ? setMultiplying(null) : multiplied(ids))}
        effects={effects}
        onEffects={() => setEffects(null)}
      />
    </div>
  )
}
