import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { ShortcutChoice } from '#shared/contract/ipc.ts';
import { Field } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import type { AdminPorts } from '../../ports.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { SettingsSection } from '../settings-section.tsx';
import { keysText, pressedKeys } from './pressed-keys.ts';

const isMac = () => /Mac/.test(navigator.userAgent);

/** The keys that open a quick note from any program; renders nothing if the host has no quick note. */
export function QuickNoteSection() {
  const { noteShortcut } = usePorts();
  return noteShortcut === null ? null : <Shortcut of={noteShortcut} />;
}

function Shortcut({ of: shortcut }: { of: NonNullable<AdminPorts['noteShortcut']> }) {
  const queryClient = useQueryClient();
  const { data } = useQuery({ queryKey: queryKeys.noteShortcut, queryFn: shortcut.get, staleTime: 0 });
  const choose = useAction({
    name: 'note_shortcut_chosen',
    run: (_ports, choice: ShortcutChoice) => shortcut.choose(choice),
    onSuccess: (state) => queryClient.setQueryData(queryKeys.noteShortcut, state),
  });
  if (!data) return null;
  return (
    <SettingsSection
      title="Quick note"
      hint="A small window for a thought or a picture, over whatever you are doing. It becomes a draft."
    >
      <Switch
        label="Open it with a shortcut"
        hint="While Ninefold runs, from any program of this computer."
        checked={data.isOn}
        disabled={choose.isPending}
        onChange={(isOn) => choose.mutate({ isOn, keys: data.keys })}
      />
      <KeysField
        keys={data.keys}
        isRefused={data.isRefused}
        onChosen={(keys) => choose.mutate({ isOn: data.isOn || data.isRefused, keys })}
      />
    </SettingsSection>
  );
}

interface KeysFieldProps {
  keys: string;
  isRefused: boolean;
  onChosen: (keys: string) => void;
}

/** A field that takes the keys pressed in it. Tab and Escape leave it like any other field. */
function KeysField({ keys, isRefused, onChosen }: KeysFieldProps) {
  const [isListening, setIsListening] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const pressed = pressedKeys(event.nativeEvent, isMac());
    if (pressed === null) return;
    // The page or its window must not do what the keys do elsewhere.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat && pressed !== keys) onChosen(pressed);
  };
  return (
    <Field
      label="Shortcut"
      hint={
        isListening
          ? `Press the keys, with Ctrl, Alt or ${isMac() ? '⌘' : 'the Windows key'} among them.`
          : 'Select the field, then press other keys.'
      }
      error={
        isRefused
          ? `This computer does not give ${keysText(keys, isMac())} to Ninefold: another program may have it. Press others.`
          : undefined
      }
      className="mt-4 max-w-xs"
    >
      {(control) => (
        <TextInput
          {...control}
          readOnly
          value={keysText(keys, isMac())}
          onKeyDown={onKeyDown}
          onFocus={() => setIsListening(true)}
          onBlur={() => setIsListening(false)}
        />
      )}
    </Field>
  );
}
