// The screen and form of a record: saves by button or Ctrl+S, warns before unsaved input is lost, merges conflicts.
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { EntityShape, WireRow, RecordChoice, RecordReply, RecordList } from '../../api/shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import { type FormContextValue, FormContext } from '../control/control-props.js'
import { getRestRootAddress, homePath, toRecordListPath, toRecordPath, toWorkshopPath } from '../base/screen-location.js'
import { askConfirmation } from '../base/dialog.js'
import { Icon } from '../base/icon.js'
import { MenuButton, type MenuItem } from '../base/menu-button.js'
import { type RecordWithEtag, refreshRecords, entityShapeQuery, recordQuery } from '../base/queries.js'
import { navigate, setNavigationGuard, Link, useWindowTitle, useRoute } from '../base/routing.js'
import { useShortcuts } from '../base/shortcuts.js'
import { SettingTabs } from '../base/setting-tabs.js'
import { showErrorToast, showToast, createUndoAction } from '../base/toasts.js'
import { ListPanel } from '../list/list-panel.js'
import { parseListState } from '../list/list-views.js'
import { formatHeading, t } from '../wording/text.js'
import { confirmSave, prepareSaveUndo } from './confirm-save.js'
import { RecordFields } from './record-fields.js'
import { useHasChanges, useRecordForm } from './use-record-form.js'
import { toRequestBody, createFormAccess, hasSystemRights, type FormValues } from './form-values.js'
import { requestBody } from '../base/api.js'
import { UnknownAddress, ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptFormStyle } from '../style/form.js'
import { lazyPart } from '../base/lazy-part.js'

const gradeKeys = { blocker: 'gradeBlocker', warning: 'gradeWarning', notice: 'gradeNotice' } as const

/** Findings about a saved change, such as a rule that can never apply. */
export function SaveFindings({ findings }: { readonly findings: NonNullable<RecordReply['findings']> }): ReactNode {
  return (
    <section className="findings" aria-labelledby="findings">
      <h2 id="findings">{t('findings')}</h2>
      <ul>
        {findings.map((finding, at) => (
          <li key={at} className={finding.grade}>
            <b>{t(gradeKeys[finding.grade])}</b> {finding.message}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Interface between a form and the screen that embeds it. */
export interface FormHost {
  /** The heading, if it is not the title of the record. */
  readonly title?: string
  onSaved(reply: RecordReply, inserted: boolean): void | Promise<void>
  onDeleted(): void
  /** Called when a deletion was undone. */
  readonly onRestored: () => unknown
  /** Choices of a reference field, if the screen knows all records of the entity. null to ask the server. */
  nearby(entity: string): readonly RecordChoice[] | null
  /** Called after each input, with the values that differ from the stored ones. */
  onTyped(fields: FormValues): void
  /** Called before a save. false cancels the save. */
  confirms(fields: FormValues): Promise<boolean>
}

const ApiCallDialog = lazyPart(async () => (await import('./record-dialogs.js')).ApiCallDialog)
const DeleteRecordDialog = lazyPart(async () => (await import('./record-dialogs.js')).DeleteRecordDialog)
const MergeDialog = lazyPart(async () => (await import('./record-dialogs.js')).MergeDialog)
const NewRecordDialog = lazyPart(async () => (await import('./record-dialogs.js')).NewRecordDialog)
const NotificationPreviewDialog = lazyPart(
  async () => (await import('../notification/notification-parts.js')).NotificationPreviewDialog,
)
const ActionDialog = lazyPart(async () => (await import('./record-dialogs.js')).ActionDialog)
const PriceDialog = lazyPart(async () => (await import('../price/price-dialog.js')).PriceDialog)
const BaseCurrencyDialog = lazyPart(async () => (await import('../price/base-currency-dialog.js')).BaseCurrencyDialog)

/** The records whose prices change together: the record itself, or the answers of a question. */
function findPriceTarget(entity: string, id: number): Pick<ComponentProps<typeof PriceDialog>, 'entity' | 'target'> | null {
  if (entity === 'question') return { entity: 'answer', target: { filter: { question_id: String(id) } } }
  return entity === 'product' || entity === 'product-list' ? { entity, target: { ids: [id] } } : null
}

interface RecordFormProps {
  readonly shape: EntityShape
  readonly first: RecordWithEtag | null
  readonly preset: WireRow
  readonly session: AdminSessionReply
  /** The screen that embeds the form. Without it, the form is the screen. */
  readonly host?: FormHost
}

interface NewRecordRequest {
  readonly entity: string
  readonly answer: (id: number | null) => void
}

/** The record's title in the shop's language, for the header. */
function getRecordTitle(shape: EntityShape, record: WireRow): string | null {
  const title = shape.titleField === null || shape.singleton ? undefined : record[shape.titleField]
  if (typeof title === 'number') return `${formatHeading(shape.label)} ${title}`
  return typeof title === 'string' && title !== '' ? title : null
}

interface ChildListProps {
  readonly child: EntityShape['children'][number]
  readonly id: number
}

/** The child records of a record, as a list in its form: with search, sorting and editing as in every list. */
function ChildList({ child, id }: ChildListProps): ReactNode {
  const { data: shape } = useQuery(entityShapeQuery(child.entity))
  const [state, setState] = useState(() => parseListState(new URLSearchParams('limit=25')))
  if (!shape) return null
  const newPath = `${toRecordPath(child.entity, 'new')}?${child.field}=${id}`
  const headingId = `children-${child.entity}-${child.field}`
  return (
    <section className="card children" aria-labelledby={headingId}>
      <header className="card-head">
        <h2 id={headingId}>{formatHeading(child.label)}</h2>
        {shape.may.create && !child.only && (
          <button type="button" onClick={() => void navigate(newPath)}>
            <Icon name="plus" size={16} /> {t('newRecord')}
          </button>
        )}
      </header>
      <ListPanel
        shape={shape}
        state={state}
        onState={setState}
        views={[]}
        newPath={newPath}
        fixed={{ [child.field]: String(id) }}
      />
    </section>
  )
}

export function RecordForm({ shape, first, preset, session, host }: RecordFormProps): ReactNode {
  const state = useRecordForm(shape, first, preset)
  const { stored, isNew, saving, clash } = state
  const changed = useHasChanges(state)
  const [above, setAbove] = useState<'api' | 'base' | 'delete' | 'preview' | 'prices' | number | null>(null)
  const [language, setLanguage] = useState('')
  const [making, setMaking] = useState<NewRecordRequest | null>(null)
  const id = stored?.id ?? null
  const ownTitle = stored
    ? (getRecordTitle(shape, stored.record) ?? stored.called ?? formatHeading(shape.label))
    : t('newOf', { label: shape.label })
  const title = host?.title ?? ownTitle
  const may = isNew ? shape.may.create : shape.may.change
  const priceTarget = id === null || !shape.may.change ? null : findPriceTarget(shape.name, id)
  const latestState = useRef(state)
  latestState.current = state
  useWindowTitle(title)
  useEffect(() => {
    if (!changed) return setNavigationGuard(null)
    setNavigationGuard(() =>
      askConfirmation({ title: t('leaveTitle'), text: t('leaveText'), yes: t('leave'), no: t('stay'), destructive: true }),
    )
    return () => setNavigationGuard(null)
  }, [changed])
  const offer = useMemo<FormContextValue>(
    () => ({
      record: id === null ? null : { entity: shape.name, id },
      fields: createFormAccess(shape, state.form),
      creates: true,
      refresh: state.refresh,
      ...(host && { nearby: (entity: string) => host.nearby(entity) }),
      create: (entity) => new Promise((resolve) => setMaking({ entity, answer: resolve })),
    }),
    [id, shape, state.form, state.start, host],
  )

  const typed = (): FormValues => toRequestBody(shape, state.start, state.form.getValues(), isNew)
  useEffect(() => {
    if (!host) return
    const tellTyped = (): void => host.onTyped(typed())
    tellTyped()
    const { unsubscribe } = state.form.watch(tellTyped)
    return unsubscribe
  }, [host, state.start])

  async function save(): Promise<void> {
    if (!may || (host && !(await host.confirms(typed())))) return
    if (!(await confirmSave(shape.name, id, typed()))) return
    const fields = typed()
    const before = Object.fromEntries(Object.keys(fields).map((key) => [key, state.start[key] ?? null]))
    const revert = prepareSaveUndo(shape.name, id, fields, before)
    const saved = await state.save()
    if (!saved) return
    const undo = async (): Promise<void> => {
      try {
        await revert?.()
        await refreshRecords(shape.name)
        await latestState.current.refresh()
        showToast({ text: t('saveUndone') })
      } catch (error) {
        showErrorToast(error)
      }
    }
    showToast({ text: t('saved'), ...(revert && { action: { label: t('undo'), run: undo } }) })
    if (host) return host.onSaved(saved.reply, saved.inserted)
    if (saved.inserted) await navigate(toRecordPath(shape.name, saved.reply.id), { replace: true, guarded: false })
  }
  useShortcuts([{ keys: 'mod+s', label: t('save'), run: () => void save(), always: true }])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void save()
  }
  async function deleted(undo: string | null): Promise<void> {
    setAbove(null)
    await refreshRecords(shape.name)
    showToast({ text: t('deleted', { title }), ...createUndoAction(shape.name, undo, host?.onRestored) })
    if (host) return host.onDeleted()
    await navigate(toRecordListPath(shape.name), { guarded: false })
  }
  const isDeveloper = hasSystemRights(session)
  const listActions = (developer: boolean): readonly MenuItem[] =>
    isNew
      ? []
      : shape.actions.flatMap((entityAction, at) =>
          entityAction.developer === developer
            ? [{ label: entityAction.label, destructive: entityAction.destructive, run: () => setAbove(at) }]
            : [],
        )
  const action = typeof above === 'number' ? shape.actions[above] : undefined
  return (
    <FormContext value={offer}>
      <form className="page form" noValidate onSubmit={submit} aria-label={title}>
        <header className="page-head sticky">
          <div className="head-words">
            {host ? (
              <p className="crumbs">{formatHeading(shape.label)}</p>
            ) : (
              <nav aria-label={t('youAreHere')} className="crumbs">
                <Link to={shape.singleton ? homePath : toRecordListPath(shape.name)}>
                  {shape.singleton ? t('home') : formatHeading(shape.pluralLabel)}
                </Link>
              </nav>
            )}
            {host ? <h2>{title}</h2> : <h1>{title}</h1>}
          </div>
          <div className="head-actions">
            {shape.name === 'product' && id !== null && !host && (
              <Link to={toWorkshopPath(id)} className="button">
                <Icon name="tree" size={16} /> {t('workshop')}
              </Link>
            )}
            {shape.name === 'product' && stored?.record['published'] === true && !host && session.shop !== null && (
              <a
                href={`${session.shop}product/${stored.id}`}
                className="button in-shop"
                target="_blank"
                rel="noopener"
                title={t('inShop')}
              >
                <Icon name="out" size={16} /> <span>{t('inShop')}</span>
              </a>
            )}
            {shape.name === 'currency' && id !== null && shape.may.change && stored?.record['is_base'] !== true && (
              <button type="button" onClick={() => setAbove('base')}>
                {t('useAsBase')}
              </button>
            )}
            {shape.name === 'notification' && session.commerce && may && (
              <button type="button" onClick={() => setAbove('preview')}>
                {t('preview')}
              </button>
            )}
            {changed && <span className="unsaved">{t('unsaved')}</span>}
            <MenuButton
              name={t('more')}
              label={<Icon name="more" />}
              choices={[
                id !== null && isDeveloper
                  ? { label: t('whoChanged'), run: () => void navigate(`trail?entity=${shape.name}&record=${id}`) }
                  : null,
                priceTarget && { label: t('changePrices'), run: () => setAbove('prices') },
                ...listActions(false),
                !isNew && shape.may.delete ? { label: t('delete'), destructive: true, run: () => setAbove('delete') } : null,
                ...(isDeveloper
                  ? [{ heading: t('developer') }, { label: t('apiCall'), run: () => setAbove('api') }, ...listActions(true)]
                  : []),
              ]}
            />
            {may && (
              <button type="submit" className="primary" aria-disabled={saving}>
                {saving ? t('saving') : t('save')}
              </button>
            )}
          </div>
        </header>
        {!host && shape.singleton && <SettingTabs entity={shape.name} />}
        {state.findings && state.findings.length > 0 && <SaveFindings findings={state.findings} />}
        <RecordFields
          shape={shape}
          session={session}
          state={state}
          prefix="form"
          without={host ? shape.owner : null}
          onLanguage={setLanguage}
        />
      </form>
      {stored && !host && shape.children.length > 0 && (
        <div className="page children-page">
          {shape.children
            .filter(({ only }) => only === undefined || stored.record[only.field] === only.value)
            .map((child) => (
              <ChildList key={`${child.entity} ${child.field}`} child={child} id={stored.id} />
            ))}
        </div>
      )}
      <Suspense>
        {above === 'api' && (
          <ApiCallDialog rest={getRestRootAddress()} entity={shape.name} id={id} body={typed()} onClose={() => setAbove(null)} />
        )}
        {above === 'preview' && (
          <NotificationPreviewDialog
            values={state.form.getValues()}
            language={language}
            session={session}
            onClose={() => setAbove(null)}
          />
        )}
        {above === 'delete' && stored && (
          <DeleteRecordDialog
            entity={shape.name}
            id={stored.id}
            title={title}
            etag={stored.etag}
            onClose={() => setAbove(null)}
            onDeleted={(undo) => void deleted(undo)}
          />
        )}
        {above === 'base' && stored && (
          <BaseCurrencyDialog
            id={stored.id}
            code={String(stored.record['code'])}
            rate={Number(stored.record['multiplicator'])}
            decimals={Number(stored.record['decimals'] ?? 2)}
            onClose={() => setAbove(null)}
            onChanged={() => latestState.current.refresh()}
          />
        )}
        {above === 'prices' && priceTarget && (
          <PriceDialog
            {...priceTarget}
            title={title}
            onClose={() => setAbove(null)}
            onDone={() => setAbove(null)}
            onPrices={async () => {
              await latestState.current.refresh()
              await host?.onRestored()
            }}
          />
        )}
        {action && stored && <ActionDialog action={action} id={stored.id} onClose={() => setAbove(null)} />}
        {clash && (
          <MergeDialog shape={shape} session={session} found={clash.found} onMerge={state.merge} onClose={state.leaveClash} />
        )}
        {making && (
          <NewRecordDialog
            key={making.entity}
            entity={making.entity}
            session={session}
            onEnd={(newId) => {
              setMaking(null)
              making.answer(newId)
            }}
          />
        )}
      </Suspense>
    </FormContext>
  )
}

interface RecordScreenProps {
  readonly entity: string
  /** null for a new record, `only` for the single record of an entity. */
  readonly id: number | 'only' | null
  readonly session: AdminSessionReply
}

adoptFormStyle()

/** Initial values of a new record, from the address: `?page_id=12`. */
function parsePreset(query: string): Record<string, unknown> {
  const parameters = [...new URLSearchParams(query)]
  return Object.fromEntries(parameters.map(([key, text]) => [key, /^\d{1,15}$/.test(text) ? Number(text) : text]))
}

/** The screen of one record: its form, its child records and its actions. */
export function RecordScreen({ entity, id, session }: RecordScreenProps): ReactNode {
  const { query } = useRoute()
  const { data: shape, error } = useQuery(entityShapeQuery(entity))
  const only = useQuery({
    queryKey: ['only', entity],
    enabled: id === 'only',
    staleTime: Infinity,
    queryFn: async () => Number((await requestBody<RecordList>('GET', `records/${entity}?limit=1`)).data[0]?.['id'] ?? 0),
  })
  const recordId = id === 'only' ? (only.data ?? null) : id
  const hasId = recordId !== null
  const { data: stored, error: missing, refetch } = useQuery({ ...recordQuery(entity, recordId ?? 0), enabled: hasId })
  const failed = error ?? missing ?? only.error
  if (!shape || (id !== null && !stored)) return <ScreenPlaceholder error={failed} retry={() => void refetch()} />
  // The account cannot create records of this entity. Settings exist only once.
  if (id === null && !shape.may.create) return <UnknownAddress />
  return (
    <RecordForm key={stored?.id ?? 'new'} shape={shape} first={stored ?? null} preset={parsePreset(query)} session={session} />
  )
}
