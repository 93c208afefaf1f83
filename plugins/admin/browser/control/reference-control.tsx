// Form control for a reference: search, open, or create a record.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useState } from 'react'
import { toRecordPath } from '../base/screen-location.js'
import { Icon } from '../base/icon.js'
import { entityShapeQuery } from '../base/queries.js'
import { Link } from '../base/routing.js'
import { t } from '../wording/text.js'
import { type ControlProps, FormContext } from './control-props.js'
import { RecordPicker } from './record-picker.js'

export function ReferenceControl(props: ControlProps): ReactNode {
  const { id, field, value, onChange } = props
  const { creates, create } = useContext(FormContext)
  // The right to create records is loaded when the field gets the focus.
  const [near, setNear] = useState(false)
  const entity = String(field.hints['entity'] ?? field.control)
  const recordId = typeof value === 'number' ? value : null
  const { data: shape } = useQuery({ ...entityShapeQuery(entity), enabled: near && creates })
  const make = async (): Promise<void> => {
    const newId = await create(entity)
    if (newId !== null) onChange(newId)
    document.getElementById(id)?.focus()
  }
  return (
    <div className="with-button" onFocus={() => setNear(true)}>
      <RecordPicker
        id={id}
        entity={entity}
        value={recordId}
        onChange={onChange}
        onBlur={props.onBlur}
        describedBy={props.describedBy}
        invalid={props.invalid}
        required={props.required}
        disabled={props.disabled}
        onNew={creates && shape?.may.create ? () => void make() : undefined}
      />
      {recordId !== null && (
        <Link to={toRecordPath(entity, recordId)} className="button icon-only" label={t('openReferred', { field: props.label })}>
          <Icon name="link" size={16} />
        </Link>
      )}
    </div>
  )
}
