// A record's form with its header: saves by button or Ctrl+S, warns before unsaved input is lost, merges conflicts.
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { EntityShape, Session, WireRow } from '../../transport/shape.js'
import { type FormOffer, FormContext } from '../control/define.js'
import { homePath, listPath, recordPath, workshopPath } from '../ground/address.js'
import { confirm } from '../ground/dialog.js'
import { Icon } from '../ground/icon.js'
import { MenuButton } from '../ground/menu-button.js'
import { type HeldRecord, recordsChanged } from '../ground/queries.js'
import { restRoot } from '../ground/root.js'
import { go, keepGuard, Link } from '../ground/routing.js'
import { useShortcuts } from '../ground/shortcuts.js'
import { useTitle } from '../ground/title.js'
import { tell } from '../ground/toasts.js'
import { undoing } from '../ground/undo.js'
import { heading, t } from '../wording/text.js'
import type { Beside } from './beside.js'
import { ChildList } from './child-list.js'
import { confirmSave } from './confirm-save.js'
import { Fields } from './fields.js'
import { Findings } from './findings.js'
import { useChanged, useRecord } from './use-record.js'
import { bodyOf, fieldsOf, type Values } from './values.js'

const ApiCall = lazy(() => import('./api-call.js').then(({ ApiCall }) => ({ default: ApiCall })))
const DeleteRecord = lazy(() => import('./delete-record.js').then(({ DeleteRecord }) => ({ default: DeleteRecord })))
const MergeDialog = lazy(() => import('./merge-dialog.js').then(({ MergeDialog }) => ({ default: MergeDialog })))
const NewRecord = lazy(() => import('./new-record.js').then(({ NewRecord }) => ({ default: NewRecord })))
const ActionDialog = lazy(() => import('./action-dialog.js').then(({ ActionDialog }) => ({ default: ActionDialog })))

interface RecordFormProps {
  readonly shape: EntityShape
  readonly first: HeldRecord | null
  readonly preset: WireRow
  readonly session: Session
  /** The screen that embeds the form. Without it, the form is the screen. */
  readonly beside?: Beside
}

interface Making {
  readonly entity: string
  readonly answer: (id: number | null) => void
}

/** The record's title in the shop's language, for the header. */
function titleOf(shape: EntityShape, record: WireRow): string | null {
  const title = shape.titleField === null || shape.singleton ? undefined : record[shape.titleField]
  if (typeof title === 'number') return `${heading(shape.label)} ${title}`
  return typeof title === 'string' && title !== '' ? title : null
}

export function RecordForm({ shape, first, preset, session, beside }: RecordFormProps): ReactNode {
  const state = useRecord(shape, first, preset)
  const { held, isNew, saving, clash } = state
  const changed = useChanged(state)
  const [above, setAbove] = useState<'api' | 'delete' | number | null>(null)
  const [making, setMaking] = useState<Making | null>(null)
  const id = held?.id ?? null
  const title = held
    ? (titleOf(shape, held.record) ??
      held.called ??
      (shape.singleton ? heading(shape.label) : `${heading(shape.label)} #${held.id}`))
    : t('newOf', { label: shape.label })
  const may = isNew ? shape.may.create : shape.may.change
  useTitle(title)
  useEffect(() => {
    if (!changed) return keepGuard(null)
    keepGuard(() => confirm({ title: t('leaveTitle'), text: t('leaveText'), yes: t('leave'), no: t('stay'), destructive: true }))
    return () => keepGuard(null)
  }, [changed])
  const offer = useMemo<FormOffer>(
    () => ({
      record: id === null ? null : { entity: shape.name, id },
      fields: fieldsOf(shape, state.form),
      creates: true,
      refresh: state.refresh,
      ...(beside && { nearby: (entity: string) => beside.nearby(entity) }),
      create: (entity) => new Promise((resolve) => setMaking({ entity, answer: resolve })),
    }),
    [id, shape, state.form, state.start, beside],
  )

  const typed = (): Values => bodyOf(shape, state.start, state.form.getValues(), isNew)
  useEffect(() => {
    if (!beside) return
    const tellTyped = (): void => beside.onTyped(typed())
    tellTyped()
    const { unsubscribe } = state.form.watch(tellTyped)
    return unsubscribe
  }, [beside, state.start])

  async function save(): Promise<void> {
    if (!may || (beside && !(await beside.confirms(typed())))) return
    if (!(await confirmSave(shape.name, id, typed()))) return
    const saved = await state.save()
    if (!saved) return
    tell({ text: t('saved') })
    if (beside) return beside.onSaved(saved.reply, saved.inserted)
    if (saved.inserted) await go(recordPath(shape.name, saved.reply.id), { replace: true, guarded: false })
  }
  useShortcuts([{ keys: 'mod+s', label: t('save'), run: () => void save(), always: true }])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void save()
  }
  async function deleted(undo: string | null): Promise<void> {
    setAbove(null)
    await recordsChanged(shape.name)
    tell({ text: t('deleted', { title }), ...undoing(shape.name, undo, beside?.onRestored) })
    if (beside) return beside.onDeleted()
    await go(listPath(shape.name), { guarded: false })
  }
  const action = typeof above === 'number' ? shape.actions[above] : undefined
  return (
    <FormContext value={offer}>
      <form className="page form" noValidate onSubmit={submit} aria-label={title}>
        <header className="page-head sticky">
          <div className="head-words">
            {beside ? (
              <p className="crumbs">{heading(shape.label)}</p>
            ) : (
              <nav aria-label={t('youAreHere')} className="crumbs">
                <Link to={shape.singleton ? homePath : listPath(shape.name)}>
                  {shape.singleton ? t('home') : heading(shape.pluralLabel)}
                </Link>
              </nav>
            )}
            {beside ? <h2>{title}</h2> : <h1>{title}</h1>}
          </div>
          <div className="head-actions">
            {shape.name === 'product' && id !== null && !beside && (
              <Link to={workshopPath(id)} className="button">
                <Icon name="tree" size={16} /> {t('workshop')}
              </Link>
            )}
            {shape.name === 'product' && held?.record['published'] === true && !beside && session.shop !== null && (
              <a
                href={`${session.shop}product/${held.id}`}
                className="button in-shop"
                target="_blank"
                rel="noopener"
                title={t('inShop')}
              >
                <Icon name="out" size={16} /> <span>{t('inShop')}</span>
              </a>
            )}
            {changed && <span className="unsaved">{t('unsaved')}</span>}
            <MenuButton
              name={t('more')}
              label={<Icon name="more" />}
              choices={[
                { label: t('apiCall'), run: () => setAbove('api') },
                id !== null && session.account.scopes.some((scope) => scope.startsWith('system:'))
                  ? { label: t('whoChanged'), run: () => void go(`trail?entity=${shape.name}&record=${id}`) }
                  : null,
                ...(isNew
                  ? []
                  : shape.actions.map(({ label, destructive }, at) => ({ label, destructive, run: () => setAbove(at) }))),
                !isNew && shape.may.delete ? { label: t('delete'), destructive: true, run: () => setAbove('delete') } : null,
              ]}
            />
            {may && (
              <button type="submit" className="primary" aria-disabled={saving}>
                {saving ? t('saving') : t('save')}
              </button>
            )}
          </div>
        </header>
        {state.findings && state.findings.length > 0 && <Findings findings={state.findings} />}
        <Fields shape={shape} session={session} state={state} prefix="form" />
      </form>
      {held && !beside && shape.children.length > 0 && (
        <div className="page children-page">
          {shape.children
            .filter(({ only }) => only === undefined || held.record[only.field] === only.value)
            .map((child) => (
              <ChildList key={`${child.entity} ${child.field}`} child={child} id={held.id} />
            ))}
        </div>
      )}
      <Suspense>
        {above === 'api' && <ApiCall rest={restRoot} entity={shape.name} id={id} body={typed()} onClose={() => setAbove(null)} />}
        {above === 'delete' && held && (
          <DeleteRecord
            entity={shape.name}
            id={held.id}
            title={title}
            etag={held.etag}
            onClose={() => setAbove(null)}
            onDeleted={(undo) => void deleted(undo)}
          />
        )}
        {action && held && <ActionDialog action={action} id={held.id} onClose={() => setAbove(null)} />}
        {clash && <MergeDialog shape={shape} found={clash.found} onMerge={state.merge} onClose={state.leaveClash} />}
        {making && (
          <NewRecord
            key={making.entity}
            entity={making.entity}
            session={session}
            onEnd={(made) => {
              setMaking(null)
              making.answer(made)
            }}
          />
        )}
      </Suspense>
    </FormContext>
  )
}
