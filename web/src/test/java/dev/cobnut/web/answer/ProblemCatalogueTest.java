package dev.cobnut.web.answer;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.web.problem.ProblemType;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemCatalogueTest {

    @Test
    void twoTypesOfOneNameAreRefused() {
        var mine = new ProblemType("rule", 409, "Mine", "It has the name of a general type.");

        assertThatThrownBy(() -> new ProblemCatalogueController(List.of(mine)))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage(
                        "There are two problem types named rule; give one of them another name.");
    }

    @Test
    void aTypeHasANameForAUriAndTheStatusOfAnError() {
        assertThatThrownBy(() -> new ProblemType("Not Found", 404, "", ""))
                .hasMessageContaining("lower case letters, digits and hyphens");
        assertThatThrownBy(() -> new ProblemType("fine", 200, "", ""))
                .hasMessageContaining("from 400 to 599, but is 200");
    }
}
