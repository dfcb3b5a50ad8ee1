import type { Guest, Show } from "../parts/contract";
import type { Client, Listen } from "../protocol/client";
import type { Model } from "../protocol/types";
import { showMissed, showUntrusted } from "./missed_view";
import { SavedPicture } from "./saved_picture";

/** What a board does for the notebook around it. A part of its own, which comes after the board. */
export default (model: Model, listen: Listen, client: Client, show: Show): Guest => {
  const picture = new SavedPicture(model, client);
  const ends = [
    listen((message) => picture.hear(message)),
    () => picture.close(),
    showMissed(model),
    showUntrusted(model, show),
  ];
  return (here) => {
    if (!here) for (const end of ends.splice(0)) end();
  };
};
