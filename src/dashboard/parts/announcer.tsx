import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useState } from 'preact/hooks';

const Announce = createContext<(text: string) => void>(() => {});

/** Answers a function that has a text read out by a screen reader, and shows it for a moment: what came of an action. */
export const useAnnounce = () => useContext(Announce);

/** Holds the page's one live region. */
export function Announcer({ children }: { readonly children: ComponentChildren }) {
  const [said, setSaid] = useState({ text: '', times: 0 });
  const announce = useCallback((text: string) => setSaid(({ times }) => ({ text, times: times + 1 })), []);
  return (
    <Announce.Provider value={announce}>
      {children}
      <div class="announcer" role="status">
        {said.text !== '' && (
          // A new element each time: the same words twice are read out twice, and shown anew.
          <p class="announcement" key={said.times}>
            {said.text}
          </p>
        )}
      </div>
    </Announce.Provider>
  );
}
