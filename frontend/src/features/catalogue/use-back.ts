import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Goes back one step, once for each step: Escape that is held down asks again before the step is gone. */
export function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const isGoing = useRef(false);
  useEffect(() => void (isGoing.current = false), [key]);
  return () => {
    if (isGoing.current) return;
    isGoing.current = true;
    void navigate(-1);
  };
}
