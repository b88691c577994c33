// Runs in the page at /captcha, which a form holds in a frame: draws the widget of the service that tells people from
// programs, and tells the form what comes of it. The service's own script stays in here.

/** What the services have in common. */
type Service = {
  render: (place: HTMLElement, options: Record<string, unknown>) => string;
  reset: (widget: string) => void;
};

/** Their widgets are this wide, in pixels, but for the compact ones. */
const usualWidth = 303;
/** A picture puzzle opens over the page and needs this much of it, in pixels. */
const puzzleHeight = 600;

const tell = (news: object) => parent.postMessage({ captcha: news }, location.origin);

function draw(place: HTMLElement, service: Service, siteKey: string) {
  const tellHeight = () => tell({ height: place.scrollHeight });
  const widget = service.render(place, {
    sitekey: siteKey,
    language: document.documentElement.lang,
    size: innerWidth < usualWidth ? 'compact' : 'normal',
    callback: (token: string) => tell({ token }),
    'expired-callback': () => renew(),
    'error-callback': () => {
      tell({ failed: true });
      return true;
    },
    'open-callback': () => tell({ height: puzzleHeight }),
    'close-callback': tellHeight,
  });
  function renew() {
    tell({ token: null });
    service.reset(widget);
  }
  new ResizeObserver(tellHeight).observe(place);
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && origin === location.origin && data === 'captcha-renew') renew();
  });
}

function start(place: HTMLElement) {
  const { service: name = '', siteKey = '', script: address = '' } = place.dataset;
  const script = document.createElement('script');
  script.src = address;
  script.onerror = () => tell({ failed: true });
  // The name stands in the script's address: it is called when the service is ready.
  const captchaReady = () => {
    const service = (window as unknown as Record<string, Service | undefined>)[name];
    if (service === undefined) tell({ failed: true });
    else draw(place, service, siteKey);
  };
  Object.assign(window, { captchaReady });
  document.head.append(script);
}

const place = document.getElementById('captcha');
if (place !== null) start(place);
