// The state of a record's form: its values, its save, and the merge with changes of other people.
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { EntityShape, RecordReply, WireRow } from '../../api/shape.js'
import { callApi, ApiError } from '../base/api.js'
import { type RecordWithEtag, fetchRecord, refreshRecords } from '../base/queries.js'
import { showToast } from '../base/toasts.js'
import { t } from '../wording/text.js'
import { toRequestBody, findChangedKeys, createFormValues, isSameValue, type FormValues } from './form-values.js'

export interface FieldDifference {
  readonly key: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  /** Both sides changed it, to different values. */
  readonly conflict: boolean
}

/** Every key that either side changed, conflicts first. */
function findDifferences(keys: readonly string[], base: WireRow, mine: WireRow, theirs: WireRow): readonly FieldDifference[] {
  const differences = keys.flatMap((key): readonly FieldDifference[] => {
    const [before, own, other] = [base[key], mine[key], theirs[key]]
    const [iChanged, theyChanged] = [!isSameValue(before, own), !isSameValue(before, other)]
    if (!iChanged && !theyChanged) return []
    if (iChanged && theyChanged && isSameValue(own, other)) return []
    return [{ key, base: before, mine: own, theirs: other, conflict: iChanged && theyChanged }]
  })
  return differences.sort((a, b) => Number(b.conflict) - Number(a.conflict))
}

/** The values to write over the other version: my own changes, and the conflicts resolved in my favour. */
export function mergeChanges(differences: readonly FieldDifference[], mineChosen: ReadonlySet<string>): WireRow {
  const chosenChanges = differences.filter(({ key, conflict, base, mine }) =>
    conflict ? mineChosen.has(key) : !isSameValue(base, mine),
  )
  return Object.fromEntries(chosenChanges.map(({ key, mine }) => [key, mine]))
}

interface SaveResult {
  readonly reply: RecordWithEtag
  readonly inserted: boolean
}

interface EditConflict {
  readonly theirs: RecordWithEtag
  readonly found: readonly FieldDifference[]
}

/** @param preset initial values of a new record from its context, such as its owner */
export function useRecordForm(shape: EntityShape, first: RecordWithEtag | null, preset: WireRow = {}) {
  const [stored, setStored] = useState(first)
  const [failure, setFailure] = useState<unknown>(null)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [clash, setClash] = useState<EditConflict | null>(null)
  const [findings, setFindings] = useState<RecordReply['findings']>()
  const [saving, setSaving] = useState(false)
  const isNew = stored === null
  const start = useMemo(() => createFormValues(shape, stored?.record ?? null, preset), [stored])
  const form = useForm<FormValues>({ defaultValues: start })
  const busy = useRef(false)
  const isChanged = (): boolean => findChangedKeys(shape, start, form.getValues(), isNew).length > 0

  /** Shows the current record and keeps these unsaved values. */
  function show(record: RecordWithEtag, unsaved: FormValues = {}): void {
    setStored(record)
    const values = createFormValues(shape, record.record)
    form.reset({ ...values, ...unsaved })
    setFailure(null)
    setTouched(new Set())
  }

  async function compare(): Promise<void> {
    const theirs = await fetchRecord(shape.name, stored!.id)
    const keys = shape.form.fields.flatMap(({ keys: own, sensitive, readOnly }) => (sensitive || readOnly ? [] : own))
    setClash({ theirs, found: findDifferences(keys, start, form.getValues(), createFormValues(shape, theirs.record)) })
  }

  /** Returns null if nothing was saved. The form then shows the error. */
  async function save(): Promise<SaveResult | null> {
    if (busy.current) return null
    busy.current = true
    setSaving(true)
    const body = toRequestBody(shape, start, form.getValues(), isNew)
    try {
      const address = `records/${shape.name}`
      const { body: reply, etag } = isNew
        ? await callApi<RecordReply>('POST', address, { body })
        : await callApi<RecordReply>('PATCH', `${address}/${stored.id}`, { body, ifMatch: stored.etag })
      const saved = { ...reply, etag }
      show(saved)
      setFindings(reply.findings)
      await refreshRecords(shape.name)
      return { reply: saved, inserted: isNew }
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) await compare().catch(setFailure)
      else {
        setFailure(error)
        setTouched(new Set())
      }
      return null
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  /**
   * After a file upload or another change of the record: drops unsaved texts about the previous file. If another user changed a field
   * with unsaved input, the next save reports the conflict.
   */
  async function refresh(file?: string): Promise<void> {
    const now = await fetchRecord(shape.name, stored!.id)
    const fresh = createFormValues(shape, now.record)
    const fileKeys = new Set(
      shape.form.fields.flatMap(({ hints, keys }) => (file !== undefined && hints['of'] === file ? keys : [])),
    )
    const mine = findChangedKeys(shape, start, form.getValues(), false).filter((key) => !fileKeys.has(key))
    if (mine.some((key) => JSON.stringify(fresh[key]) !== JSON.stringify(start[key]))) return
    show(now, Object.fromEntries(mine.map((key) => [key, form.getValues(key)])))
  }

  function merge(mergedValues: FormValues): void {
    if (!clash) return
    setClash(null)
    show(clash.theirs, mergedValues)
    showToast({ text: t('merged') })
  }

  return {
    form,
    stored,
    isNew,
    start,
    failure,
    touched,
    clash,
    findings,
    saving,
    isChanged,
    save,
    show,
    merge,
    refresh,
    leaveClash: () => setClash(null),
    /** Hides the error of a field once its value changes. */
    touch: (key: string) => setTouched((before) => (before.has(key) ? before : new Set([...before, key]))),
  }
}

export type RecordFormState = ReturnType<typeof useRecordForm>

/** True while there are unsaved changes. Renders again when that changes. */
export function useHasChanges({ form, isChanged }: RecordFormState): boolean {
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    setChanged(isChanged())
    const { unsubscribe } = form.watch(() => setChanged(isChanged()))
    return unsubscribe
  })
  return changed
}
