// The workshop screen of a product arranges its parts side by side and connects them. Small windows show one at a time.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DryRun } from '../../api/shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import type { WorkshopDraft, WorkshopFinding, WorkshopNode, WorkshopTree } from '../../api/workshop/workshop-shape.js'
import type { FormHost } from '../form/record-form.js'
import { requestBody } from '../base/api.js'
import { toRecordListPath, toWorkshopPath } from '../base/screen-location.js'
import { queryClient, recordQuery } from '../base/queries.js'
import { navigate, useRoute } from '../base/routing.js'
import { useStore } from '../base/store.js'
import { showToast, createUndoAction } from '../base/toasts.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptWorkshopStyle } from '../style/workshop.js'
import { t } from '../wording/text.js'
import { AddRecordsInput, useTree } from './use-tree.js'
import { hasShopperEffects, type EffectsQuestion, WorkshopDialogs, PublishDialog } from './workshop-dialogs.js'
import { ConfiguratorPreview } from './configurator-preview.js'
import { PreviewBridge } from './preview-bridge.js'
import { FindingsList, useFindings } from './findings-list.js'
import {
  parseNewRecordTarget,
  newRecordPrefix,
  calculationEntity,
  isDescendant,
  type TreeItem,
  toItemKey,
  listEntityChoices,
  rootEntity,
  listSiblings,
} from './tree-model.js'
import {
  CalculationStart,
  listPaneViews,
  PaneTabs,
  type PaneView,
  RecordPanel,
  type WorkshopPart,
  WorkshopHead,
} from './pane-views.js'
import { Tour, type TourActions } from './tour.js'
import { ProductTreeView, TreeToolbar } from './tree.js'
import { moveItem, subscribeToFileChanges, refreshProduct, storedChangeCount, workshopQuery } from './tree-changes.js'
import { tWorkshop } from './workshop-text.js'
import { lazyPart } from '../base/lazy-part.js'

adoptWorkshopStyle()

const ProductCheck = lazyPart(async () => (await import('./product-check.js')).ProductCheck)
const AnswerGrid = lazyPart(async () => (await import('./answer-grid.js')).AnswerGrid)

interface WorkshopProps {
  readonly tree: WorkshopTree
  readonly session: AdminSessionReply
}

const blankNode: WorkshopNode = { id: 0, owner: 0, title: '', published: null, ruled: false, note: null, price: null }
const noDrafts: readonly WorkshopDraft[] = []
const emptyPreset = {}

/** Their grids need the width of the preview on most screens. */
const tableEntities: ReadonlySet<string> = new Set(['calculation-matrix', 'variant-table'])

function Workshop({ tree, session }: WorkshopProps): ReactNode {
  const { product } = tree
  const { query } = useRoute()
  const own = toItemKey(rootEntity, product.id)
  const parameters = new URLSearchParams(query)
  const chosen = parameters.get('at') ?? own
  const [part, setPart] = useState<WorkshopPart>('tree')
  const [version, setVersion] = useState(0)
  const [effects, setEffects] = useState<EffectsQuestion | null>(null)
  const [copying, setCopying] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const [checking, setChecking] = useState(false)
  /** The key of the question whose answers are about to be pasted. */
  const [pastedInto, setPastedInto] = useState<string | null>(null)
  const isTyped = useRef(false)
  const [drafts, setDrafts] = useState<readonly WorkshopDraft[]>([])
  const stored = useStore(storedChangeCount)
  const [bridge] = useState(() => new PreviewBridge(product.id))
  const latest = useRef({ key: own, entity: rootEntity, id: product.id })

  const openRecord = useCallback(
    async (key: string, view?: PaneView): Promise<void> => {
      const path = `${toWorkshopPath(product.id)}?at=${key}${view ? `&view=${view}` : ''}`
      if (await navigate(path, { replace: true })) setPart('form')
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
  const target = model.byKey.get(chosen)
  const fresh = parseNewRecordTarget(model, chosen)
  /** The row of the pane. The content of a calculation, new or not, belongs to the row of the calculation. */
  const openItem = fresh
    ? model.byKey.get(toItemKey(calculationEntity, Number(fresh.preset['calculation_id'])))
    : target?.kind.owner === calculationEntity && target.parent
      ? target.parent
      : target
  const views = listPaneViews(model, openItem ?? null)
  const view = views.find((name) => name === parameters.get('view')) ?? views[0] ?? 'form'
  const shownItem = view === 'content' ? (openItem?.body ?? openItem) : openItem
  const entity = fresh?.entity ?? (shownItem?.node ? shownItem.kind.entity : rootEntity)
  const id = shownItem?.node?.id ?? product.id
  const isEmptyCalculation = view === 'content' && !fresh && openItem?.body === undefined
  const calculationTitle = view === 'content' ? openItem?.node?.title : undefined
  const isNew = fresh !== null
  latest.current = { key: openItem?.key ?? chosen, entity, id }

  useEffect(() => subscribeToFileChanges(() => void refreshProduct(product.id)), [product.id])
  const findings = useFindings(model, stored, bridge, agreed)
  const { show } = findings
  const mayPublish = model.kinds.some(({ may }) => may.change)
  const { reveal, setActive } = state
  const openFinding = useCallback(
    (finding: WorkshopFinding): void => {
      const key = toItemKey(finding.entity, finding.id)
      const found = model.byKey.get(key)
      const row = found?.kind.owner === calculationEntity ? found.parent : found
      reveal(row?.parent ?? null)
      setActive(row?.key ?? key)
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
      ...(calculationTitle !== undefined && { title: calculationTitle }),
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
    [product.id, entity, id, isNew, agreed, model, calculationTitle],
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
    <div
      className="workshop"
      data-part={part}
      data-wide={view === 'answers' ? view : tableEntities.has(entity) ? 'table' : undefined}
    >
      <WorkshopHead
        product={product}
        part={part}
        onPart={setPart}
        whole={chosen === own}
        onWhole={() => void openRecord(own)}
        onCopy={() => setCopying(true)}
        onCheck={() => setChecking(true)}
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
          onMultiply={(question) => {
            setPastedInto(question.key)
            void openRecord(question.key, 'answers')
          }}
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
          chosen={openItem?.key ?? chosen}
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
        {openItem && views.length > 0 && (
          <PaneTabs item={openItem} views={views} view={view} onView={(name) => void openRecord(openItem.key, name)} />
        )}
        {view === 'answers' && openItem ? (
          <Suspense fallback={<p className="loading">{t('loading')}</p>}>
            <AnswerGrid
              key={openItem.key}
              product={product.id}
              question={openItem}
              session={session}
              pastes={pastedInto === openItem.key}
              onPasteEnd={() => setPastedInto(null)}
            />
          </Suspense>
        ) : isEmptyCalculation && openItem ? (
          <CalculationStart
            model={model}
            calculation={openItem}
            onCreate={(entityName) => void openRecord(`${newRecordPrefix}${entityName}-${openItem.node!.id}`)}
          />
        ) : (
          <RecordPanel
            key={isNew ? chosen : `${entity} ${id} ${version}`}
            entity={entity}
            id={isNew ? null : id}
            preset={fresh?.preset ?? emptyPreset}
            session={session}
            host={formHost}
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
      {checking && (
        <Suspense>
          <ProductCheck
            model={model}
            found={findings.busy ? undefined : findings.found}
            onOpenFinding={(finding) => {
              setChecking(false)
              openFinding(finding)
            }}
            onOpen={(key) => {
              setChecking(false)
              const row = model.byKey.get(key)
              if (!row) return
              reveal(row.parent)
              setActive(key)
              void openRecord(key)
            }}
            onClose={() => setChecking(false)}
          />
        </Suspense>
      )}
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
        kinds={model.kinds}
        session={session}
        removing={removing}
        onRemove={(removal) => (removal && removing ? void removed(removing, removal.undo) : state.setRemoving(null))}
        pasting={pasting}
        onPaste={(newId) => (newId === null ? state.setPasting(null) : pasted(newId))}
        copying={copying}
        onCopy={(newId) => (newId === null ? setCopying(false) : copied(newId))}
        effects={effects}
        onEffects={() => setEffects(null)}
      />
    </div>
  )
}

interface WorkshopScreenProps {
  readonly id: number
  readonly session: AdminSessionReply
}

export function WorkshopScreen({ id, session }: WorkshopScreenProps): ReactNode {
  const { data: tree, error, refetch } = useQuery(workshopQuery(id))
  if (!tree) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
  return <Workshop tree={tree} session={session} />
}
